/* What every program shares: lists, zones, numbers that must not overflow, luck, and what was seen before. */
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int32_t I;
#define NONE (-(1LL << 62))
#define LARGEST (1LL << 53)
#define RARE __attribute__((noinline, cold))
#define LOCAL static __thread

/* Faults. What is about to be done is given up, whoever asked is told by a number, and plays the same in Python. */
enum { BROKEN = 1, NO_ROOM = 2, TOO_LARGE = 3, STOPPED = 4, UNFORESEEN = 5, NO_MEMORY = 6, TOO_MANY_PASSES = 7 };
LOCAL jmp_buf *k_guard;
RARE __attribute__((noreturn)) static void k_fault(int number) { longjmp(*k_guard, number); }
#define FAULT(number) k_fault(number)

/* One piece of work, a list of actions or an action, that takes longer than anybody waits is given up, and so is
   everything when the flag is set from outside. */
static volatile int *k_stop;
static int k_never = 0;
static int64_t k_patience = 10000000000LL;
LOCAL uint32_t k_ticks;
LOCAL int64_t k_since;
static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
RARE static void k_look_at_clock(void) {
  if (!k_since) k_since = now();
  else if (now() - k_since > k_patience) FAULT(STOPPED);
}
static inline void k_look_up(void) {
  if (__builtin_expect(*k_stop, 0)) FAULT(STOPPED);
  if (__builtin_expect(!(++k_ticks & 0xfff), 0)) k_look_at_clock();
}
static inline void k_new_work(void) { k_since = 0; k_ticks = 0; }

/* Numbers */
static inline int64_t k_sum_of(int64_t a, int64_t b) {
  int64_t c;
  if (__builtin_add_overflow(a, b, &c) || c <= NONE) FAULT(TOO_LARGE);
  return c;
}
static inline int64_t k_difference(int64_t a, int64_t b) {
  int64_t c;
  if (__builtin_sub_overflow(a, b, &c) || c <= NONE) FAULT(TOO_LARGE);
  return c;
}
static inline int64_t k_product(int64_t a, int64_t b) {
  int64_t c;
  if (__builtin_mul_overflow(a, b, &c) || c > LARGEST || c < -LARGEST) FAULT(TOO_LARGE);
  return c;
}
static inline int64_t k_divided(int64_t a, int64_t b) {
  if (!b) FAULT(BROKEN);
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}
static inline int64_t k_remainder(int64_t a, int64_t b) {
  if (!b) FAULT(BROKEN);
  int64_t r = a % b;
  return r + ((r != 0) & ((r < 0) != (b < 0))) * b;
}
static inline int64_t k_bounded(int64_t v) {
  if (v != NONE && (v > LARGEST || v < -LARGEST)) FAULT(TOO_LARGE);
  return v;
}
static inline int64_t k_within(int64_t v, int64_t low, int64_t high) {
  if (v < low || v > high) FAULT(BROKEN);
  return v;
}
static inline int64_t k_within_or_none(int64_t v, int64_t low, int64_t high) {
  return v == NONE ? v : k_within(v, low, high);
}
static inline I k_small(int64_t v) {
  if (v != (I)v) FAULT(TOO_LARGE);
  return (I)v;
}

/* Lists */
static inline int64_t k_position_in(const I *list, int64_t count, int64_t value) {
  for (int64_t i = 0; i < count; i++) if (list[i] == value) return i;
  return -1;
}
static inline int64_t k_holds(const I *list, int64_t count, int64_t value) {
  for (int64_t i = 0; i < count; i++) if (list[i] == value) return 1;
  return 0;
}
static inline int64_t k_same_items(const I *a, int64_t na, const I *b, int64_t nb) {
  return na == nb && (na == 0 || !memcmp(a, b, sizeof(I) * (size_t)na));
}
static inline int64_t k_first_above(const I *ends, int64_t count, int64_t value) {
  int64_t i = 0;
  while (i < count - 1 && value >= ends[i]) i++;
  return i;
}
static inline void k_reverse(I *list, int64_t count) {
  for (int64_t i = 0, j = count - 1; i < j; i++, j--) { I held = list[i]; list[i] = list[j]; list[j] = held; }
}
static inline int64_t k_total(const I *list, int64_t count) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) sum += list[i];
  return sum;
}
#define COPY_ITEMS(to, n, room, from, count) \
  do { const I *q_ = (from); int64_t c_ = (count); if (c_ > (room)) FAULT(NO_ROOM); \
       for (int64_t i_ = 0; i_ < c_; i_++) (to)[i_] = q_[i_]; (n) = c_; } while (0)
/* What is beyond the end of a list of the state is 0, so that equal states are equal byte by byte. */
#define HOLD(to, n, room, from, count) \
  do { const I *q_ = (from); int64_t c_ = (count); if (c_ > (room)) FAULT(NO_ROOM); \
       for (int64_t i_ = 0; i_ < (room); i_++) (to)[i_] = i_ < c_ ? q_[i_] : 0; (n) = c_; } while (0)
#define TURN_ROUND(to, n, room, from, count) \
  do { COPY_ITEMS(to, n, room, from, count); k_reverse(to, n); } while (0)
#define SORT(list, n, room) \
  do { for (int64_t i_ = 1; i_ < (n); i_++) { I v_ = (list)[i_]; int64_t j_ = i_; \
         for (; j_ > 0 && (list)[j_ - 1] > v_; j_--) (list)[j_] = (list)[j_ - 1]; (list)[j_] = v_; } } while (0)
#define TAKE_OUT(list, n, room, value) \
  do { int64_t p_ = k_position_in(list, n, value); \
       if (p_ >= 0) { for (int64_t i_ = p_; i_ + 1 < (n); i_++) (list)[i_] = (list)[i_ + 1]; (n)--; } } while (0)
#define ADD_WIDE(list, n, room, value) \
  do { int64_t w_ = (value); if ((n) + 2 > (room)) FAULT(NO_ROOM); \
       (list)[(n)++] = (I)(w_ >> 32); (list)[(n)++] = (I)(uint32_t)w_; } while (0)

/* Whether a word of entries is empty. */
static inline int k_is_empty(const void *entries) {
  uint64_t word;
  memcpy(&word, entries, sizeof word);
  return !word;
}
/* Four bytes of a column as one number. */
#define ADD_BYTES(list, n, room, column, first, last) \
  do { const int64_t c_ = (last) - (first) + 1, w_ = (c_ + 3) / 4; if ((n) + w_ > (room)) FAULT(NO_ROOM); \
       (list)[(n) + w_ - 1] = 0; memcpy((list) + (n), (column) + (first), (size_t)c_); (n) += w_; } while (0)

/* Zones and piles */
#define PUT_ON(list, n, room, piece) \
  do { int64_t p_ = (piece); if ((n) >= (room)) FAULT(NO_ROOM); (list)[(n)] = (I)p_; (n)++; } while (0)
#define PUT_BENEATH(list, n, room, piece) \
  do { int64_t p_ = (piece); if ((n) >= (room)) FAULT(NO_ROOM); \
       for (int64_t i_ = (n); i_ > 0; i_--) (list)[i_] = (list)[i_ - 1]; (list)[0] = (I)p_; (n)++; } while (0)
#define TAKE_HELD(list, n, room, piece) \
  do { int64_t v_ = (piece), p_ = k_position_in(list, n, v_); \
       if (p_ >= 0) { for (int64_t i_ = p_; i_ + 1 < (n); i_++) (list)[i_] = (list)[i_ + 1]; (n)--; (list)[(n)] = 0; } \
  } while (0)

/* Actions */
typedef struct { I a; I v[SLOTS]; } A;
typedef struct { A *v; int64_t n, room; } L;
RARE static void k_grow(L *out) {
  int64_t room = out->room ? out->room * 2 : 256;
  A *made = realloc(out->v, sizeof(A) * (size_t)room);
  if (!made) FAULT(NO_MEMORY);
  out->v = made;
  out->room = room;
}
static inline A *k_found(L *out) {
  if (__builtin_expect(out->n >= out->room, 0)) k_grow(out);
  return &out->v[out->n++];
}
/* Room for so many actions more. */
static inline void k_reserve(L *out, int64_t count) {
  while (__builtin_expect(out->n + count > out->room, 0)) k_grow(out);
}
static inline int64_t k_same_action(const A *a, const A *b) { return !memcmp(a, b, sizeof *a); }

/* Luck: splitmix64, as in streams.py */
static inline uint64_t k_mixed(uint64_t v) {
  v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9ull;
  v = (v ^ (v >> 27)) * 0x94D049BB133111EBull;
  return v ^ (v >> 31);
}
static inline int64_t k_below(uint64_t base, int64_t *cursor, uint64_t limit) {
  /* What lies above the last whole multiple of the limit would favour low numbers. */
  uint64_t spare = (UINT64_MAX % limit + 1) % limit;
  for (;;) {
    ++*cursor;
    uint64_t drawn = k_mixed(base + (uint64_t)*cursor * 0x9E3779B97F4A7C15ull);
    if (drawn <= UINT64_MAX - spare) return (int64_t)(drawn % limit);
  }
}

/* What was seen before: rows of numbers, each with a number of its own, and for every position the row that was
   recorded last and the position before it. */
typedef struct { int32_t before, row, depth; } Seen;
typedef struct { Seen *v; int64_t n, room; } Chain;
typedef struct { int64_t at; int32_t length; uint32_t hash; int32_t times; } SeenRow;
LOCAL Chain k_chain;
LOCAL SeenRow *k_rows;
LOCAL int64_t k_row_count, k_row_room;
LOCAL I *k_pool;
LOCAL int64_t k_pool_used, k_pool_room;
LOCAL int32_t *k_index;
LOCAL int64_t k_index_room;
LOCAL int32_t k_counted[HISTORIES + 1];

static void *k_more(void *held, int64_t used, int64_t *room, size_t size) {
  if (used < *room) return held;
  int64_t wanted = *room ? *room * 2 : 1024;
  while (wanted <= used) wanted *= 2;
  void *made = realloc(held, size * (size_t)wanted);
  if (!made) FAULT(NO_MEMORY);
  *room = wanted;
  return made;
}
static void k_forget(void) {
  k_chain.n = 1; /* 0 is a position with nothing before it */
  k_chain.v = k_more(k_chain.v, 1, &k_chain.room, sizeof(Seen));
  k_chain.v[0] = (Seen){0, -1, 0};
  k_row_count = k_pool_used = 0;
  for (int64_t i = 0; i < k_index_room; i++) k_index[i] = -1;
  memset(k_counted, 0, sizeof k_counted);
}
static uint32_t k_hash(int64_t history, const I *row, int64_t count) {
  /* Four lanes, so that no product waits for the one before. */
  const uint64_t by = 0xFF51AFD7ED558CCDull;
  uint64_t h[4] = {0x9E3779B97F4A7C15ull * (uint64_t)(history + 1), (uint64_t)count, by, ~by};
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (int lane = 0; lane < 4; lane++) {
      uint64_t two;
      memcpy(&two, row + i + 2 * lane, sizeof two);
      h[lane] = (h[lane] ^ two) * by;
      h[lane] ^= h[lane] >> 32;
    }
  for (; i < count; i++) { h[i & 3] = (h[i & 3] ^ (uint32_t)row[i]) * by; h[i & 3] ^= h[i & 3] >> 32; }
  uint64_t all = (h[0] ^ h[1] << 1 ^ h[2] << 2 ^ h[3] << 3) * by;
  return (uint32_t)(all ^ (all >> 32));
}
static void k_rebuild_index(int64_t room) {
  int32_t *made = realloc(k_index, sizeof(int32_t) * (size_t)room);
  if (!made) FAULT(NO_MEMORY);
  k_index = made;
  k_index_room = room;
  for (int64_t i = 0; i < room; i++) k_index[i] = -1;
  for (int64_t r = 0; r < k_row_count; r++) {
    int64_t i = k_rows[r].hash & (room - 1);
    while (k_index[i] >= 0) i = (i + 1) & (room - 1);
    k_index[i] = (int32_t)r;
  }
}
/* The number of a row, -1 if it is not known; `add`: then it gets one. The history stands before the row. */
static int32_t k_row_of(int64_t history, const I *row, int64_t count, int add) {
  if (!k_index_room) k_rebuild_index(4096);
  uint32_t hash = k_hash(history, row, count);
  int64_t i = hash & (k_index_room - 1);
  for (; k_index[i] >= 0; i = (i + 1) & (k_index_room - 1)) {
    SeenRow *r = &k_rows[k_index[i]];
    if (r->hash == hash && r->length == count + 1 && k_pool[r->at] == (I)history &&
        !memcmp(k_pool + r->at + 1, row, sizeof(I) * (size_t)count))
      return k_index[i];
  }
  if (!add) return -1;
  if (2 * (k_row_count + 1) > k_index_room) {
    k_rebuild_index(k_index_room * 2);
    i = hash & (k_index_room - 1);
    while (k_index[i] >= 0) i = (i + 1) & (k_index_room - 1);
  }
  k_rows = k_more(k_rows, k_row_count, &k_row_room, sizeof(SeenRow));
  k_pool = k_more(k_pool, k_pool_used + count + 1, &k_pool_room, sizeof(I));
  k_rows[k_row_count] = (SeenRow){k_pool_used, (int32_t)count + 1, hash, 0};
  k_pool[k_pool_used] = (I)history;
  memcpy(k_pool + k_pool_used + 1, row, sizeof(I) * (size_t)count);
  k_pool_used += count + 1;
  k_index[i] = (int32_t)k_row_count;
  return (int32_t)k_row_count++;
}
/* Rows are counted along one chain, that of the position asked about last; the next is most often close to it. */
static void k_count_along(int64_t history, int32_t chain) {
  int32_t from = k_counted[history], to = chain;
  while (k_chain.v[from].depth > k_chain.v[to].depth) { k_rows[k_chain.v[from].row].times--; from = k_chain.v[from].before; }
  while (k_chain.v[to].depth > k_chain.v[from].depth) { k_rows[k_chain.v[to].row].times++; to = k_chain.v[to].before; }
  while (from != to) {
    k_rows[k_chain.v[from].row].times--;
    from = k_chain.v[from].before;
    k_rows[k_chain.v[to].row].times++;
    to = k_chain.v[to].before;
  }
  k_counted[history] = chain;
}
static int64_t k_times_seen(int64_t history, int64_t chain, const I *row, int64_t count) {
  int32_t found = k_row_of(history, row, count, 0);
  if (found < 0) return 0;
  k_count_along(history, (int32_t)chain);
  return k_rows[found].times;
}
static int64_t k_note_seen(int64_t history, int64_t chain, const I *row, int64_t count) {
  int32_t found = k_row_of(history, row, count, 1);
  k_chain.v = k_more(k_chain.v, k_chain.n, &k_chain.room, sizeof(Seen));
  k_chain.v[k_chain.n] = (Seen){(int32_t)chain, found, k_chain.v[chain].depth + 1};
  return k_chain.n++;
}
/* What is recorded from here on is given up again: a game that was played to see how it ends. */
static void k_give_up(int64_t from) {
  for (int64_t h = 0; h <= HISTORIES; h++) {
    int32_t kept = k_counted[h];
    while (kept >= from) kept = k_chain.v[kept].before;
    if (kept != k_counted[h]) k_count_along(h, kept);
  }
  k_chain.n = from;
}
