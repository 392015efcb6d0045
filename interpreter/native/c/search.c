/* What is asked of a program from outside, and what would be slowed down by leaving Python and coming back: whole games
   and searches. They choose as their versions in runtime/bots do, for the same numbers and the same budget. */

#define GUARDED(failed) \
  jmp_buf here; jmp_buf *outer = k_guard; k_guard = &here; \
  { int fault = setjmp(here); if (fault) { k_guard = outer; return (failed); } }
#define UNGUARD() (k_guard = outer)
#define APART __attribute__((noinline)) /* what calls setjmp keeps nothing in registers */

LOCAL L listed;

static void legal(const S *s, L *out) {
  k_new_work();
  out->n = 0;
  if (SHARES && k_sharing && s->STAMP && s->STAMP == k_stamp && !s->OVER) {
    k_reserve(out, k_shared.n);
    memcpy(out->v, k_shared.v, sizeof(A) * (size_t)k_shared.n);
    out->n = k_shared.n;
    return;
  }
  if (!s->OVER) list_actions(s, s->TO_MOVE, out);
}
static void ready(void) {
  if (!k_stop) k_stop = &k_never;
  k_sharing = 0;
  if (!k_chain.n) k_forget();
}

int64_t tw_size(int64_t which) { return which == 0 ? (int64_t)sizeof(S) : which == 1 ? (int64_t)sizeof(A) : HISTORIES; }
void tw_watch(volatile int *flag, int64_t patience) {
  k_stop = flag ? flag : &k_never;
  k_patience = patience;
}

/* Histories are told row by row before a state that has them is used. */
int64_t tw_forget(void) {
  GUARDED(-fault)
  ready();
  k_forget();
  UNGUARD();
  return 0;
}
int64_t tw_remember(int64_t history, int64_t chain, const I *row, int64_t count) {
  GUARDED(-fault)
  ready();
  int64_t found = k_note_seen(history, chain, row, count);
  UNGUARD();
  return found;
}

/* The legal actions of a state: how many there are; `actions` is where they stand until the next call. */
int64_t tw_legal(const S *s, const A **actions) {
  GUARDED(-fault)
  ready();
  legal(s, &listed);
  *actions = listed.v;
  UNGUARD();
  return listed.n;
}
int64_t tw_apply(S *s, const A *a) {
  S before = *s;
  GUARDED((*s = before, -fault))
  ready();
  do_action(s, a);
  UNGUARD();
  return 0;
}
int64_t tw_worth(const S *s, int64_t which, int64_t player, int64_t *value) {
  GUARDED(-fault)
  ready();
  *value = worth(s, which, player);
  UNGUARD();
  return 0;
}

/* The actions that a bot looks at: those that it considers, or all if it considers none. */
static void legal_considered(const S *s, int64_t which, L *out) {
  legal(s, out);
  if (which < 0) return;
  int64_t kept = 0;
  for (int64_t i = 0; i < out->n; i++) {
    if (!is_considered(s, which, s->TO_MOVE, &out->v[i])) continue;
    /* What is left out goes behind what is kept, so that nothing is lost if nothing is kept. */
    A held = out->v[kept];
    out->v[kept++] = out->v[i];
    if (kept - 1 != i) out->v[i] = held;
  }
  if (kept) out->n = kept;
}

/* Random games for measuring, each from the same state with luck of its own; gives the number of moves. */
static APART int64_t wander(const S *start, int64_t games, uint64_t seed, int64_t longest) {
  int64_t moves = 0;
  uint64_t x = seed;
  k_sharing = 1;
  for (int64_t game = 0; game < games; game++) {
    S s = *start;
    int64_t mark = k_chain.n;
    reseed(&s, k_mixed(++x));
    for (int64_t m = 0; !s.OVER && m < longest; m++) {
      k_look_up();
      legal(&s, &listed);
      if (!listed.n) break;
      uint64_t drawn = k_mixed(++x * 0x9E3779B97F4A7C15ull);
      do_action(&s, &listed.v[((drawn >> 32) * (uint64_t)listed.n) >> 32]);
      moves++;
    }
    k_give_up(mark);
  }
  return moves;
}
int64_t tw_wander(const S *start, int64_t games, uint64_t seed, int64_t longest) {
  GUARDED(-fault)
  ready();
  int64_t moves = wander(start, games, seed, longest);
  UNGUARD();
  return moves;
}

/* A whole game between players who move at random, as runtime/playtest/simulation.py plays it. */
typedef struct { int64_t moves, legal, most_legal; } Course;
static uint64_t base_of(uint64_t seed, const char *stream, size_t length) {
  char text[128];
  size_t count = digits_of(seed, text);
  text[count++] = '/';
  memcpy(text + count, stream, length);
  return blake_of(text, count + length);
}
static APART void play_at_random(S *s, uint64_t seed, int64_t most_moves, Course *course) {
  uint64_t moves = base_of(seed, "moves", 5);
  k_sharing = 1;
  while (!s->OVER && course->moves < most_moves) {
    k_look_up();
    legal(s, &listed);
    if (!listed.n) FAULT(BROKEN);
    int64_t cursor = course->moves + 1;
    uint64_t drawn = (uint64_t)k_below(moves, &cursor, 1ull << 53);
    cursor = 0;
    int64_t chosen = k_below(base_of(drawn, "random bot", 10), &cursor, (uint64_t)listed.n);
    do_action(s, &listed.v[chosen]);
    course->moves++;
    course->legal += listed.n;
    if (listed.n > course->most_legal) course->most_legal = listed.n;
  }
}
int64_t tw_play(S *s, uint64_t seed, int64_t most_moves, Course *course) {
  GUARDED(-fault)
  ready();
  int64_t mark = k_chain.n;
  play_at_random(s, seed, most_moves, course);
  k_give_up(mark);
  UNGUARD();
  return 0;
}
/* Many such games from one start; gives how many were played before one met a fault. */
typedef struct { Course course; int64_t over, end, winner, won; } Ended;
int64_t tw_play_many(const S *start, const uint64_t *seeds, int64_t count, int64_t most_moves, Ended *ended) {
  for (int64_t i = 0; i < count; i++) {
    S s = *start;
    memset(&ended[i], 0, sizeof ended[i]);
    if (tw_play(&s, seeds[i], most_moves, &ended[i].course) < 0) return i;
    ended[i].over = s.OVER;
    ended[i].end = s.END;
    ended[i].winner = s.WINNER;
    ended[i].won = s.WON;
  }
  return count;
}

/* What a search may use up. */
enum { CLOCK_EVERY = 64, SPENT = 100 };
typedef struct { int64_t nodes, most, deadline; int64_t fired; } Allowance;
int64_t tw_now(void) { return now(); }
static int late(Allowance *allowance) {
  k_look_up();
  if (allowance->deadline && now() > allowance->deadline) allowance->fired = 1;
  return (int)allowance->fired;
}
static inline void spend(Allowance *allowance) {
  allowance->nodes++;
  if (allowance->nodes > allowance->most || (!(allowance->nodes % CLOCK_EVERY) && late(allowance))) FAULT(SPENT);
}

/* Do an action; where luck is left out and it would be needed, say so and give the position before it was. */
static APART int done_without_luck(S *s, const A *a) {
  S before = *s;
  jmp_buf here;
  jmp_buf *outer = k_guard;
  k_guard = &here;
  int fault = setjmp(here);
  if (fault) {
    k_guard = outer;
    if (fault != UNFORESEEN) FAULT(fault);
    *s = has_reached ? reached : before;
    has_reached = 0;
    return 0;
  }
  do_action(s, a);
  k_guard = outer;
  return 1;
}
static inline int done(S *s, const A *a) {
  if (LUCK && is_blind(s)) return done_without_luck(s, a);
  do_action(s, a);
  return 1;
}
