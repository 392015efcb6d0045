/* What whole turns can come to: as in program/prospects.py. Of some ways of an action those are kept from which the best
   can still be reached. */
#if GOALS
enum { MOST_POSITIONS = 100000, DEEPEST_TURN = 400 };
/* Positions that were looked at, by their keys. */
typedef struct { int64_t at; int32_t length; uint32_t hash; } Met;
LOCAL Met *k_met;
LOCAL int64_t k_met_count, k_met_room, k_met_used, k_met_pool_room, k_met_index_room;
LOCAL I *k_met_pool;
LOCAL int32_t *k_met_index;
LOCAL L k_turn_ways[DEEPEST_TURN + 1];
LOCAL I k_key[KEY_ROOM + HISTORIES];

static int64_t met_slot(uint32_t hash, const I *row, int64_t count) {
  int64_t i = hash & (k_met_index_room - 1);
  for (; k_met_index[i] >= 0; i = (i + 1) & (k_met_index_room - 1)) {
    Met *m = &k_met[k_met_index[i]];
    if (m->hash == hash && m->length == count && !memcmp(k_met_pool + m->at, row, sizeof(I) * (size_t)count)) break;
  }
  return i;
}
static void index_met(int64_t room) {
  int32_t *made = realloc(k_met_index, sizeof(int32_t) * (size_t)room);
  if (!made) FAULT(NO_MEMORY);
  k_met_index = made;
  k_met_index_room = room;
  for (int64_t i = 0; i < room; i++) made[i] = -1;
  for (int64_t m = 0; m < k_met_count; m++) {
    int64_t i = k_met[m].hash & (room - 1);
    while (made[i] >= 0) i = (i + 1) & (room - 1);
    made[i] = (int32_t)m;
  }
}
/* Whether a position is met for the first time. */
static int is_new(const S *s) {
  int64_t count = key_of(s, k_key);
#if HISTORIES
  count += chains_of(s, k_key + count);
#endif
  uint32_t hash = k_hash(3, k_key, count);
  int64_t i = met_slot(hash, k_key, count);
  if (k_met_index[i] >= 0) return 0;
  if (k_met_count >= MOST_POSITIONS) FAULT(BROKEN);
  if (2 * (k_met_count + 1) > k_met_index_room) { index_met(k_met_index_room * 2); i = met_slot(hash, k_key, count); }
  k_met = k_more(k_met, k_met_count, &k_met_room, sizeof(Met));
  k_met_pool = k_more(k_met_pool, k_met_used + count, &k_met_pool_room, sizeof(I));
  memcpy(k_met_pool + k_met_used, k_key, sizeof(I) * (size_t)count);
  k_met[k_met_count] = (Met){k_met_used, (int32_t)count, hash};
  k_met_used += count;
  k_met_index[i] = (int32_t)k_met_count++;
  return 1;
}
/* Forget what was met since, the last first. */
static void unmeet(int64_t from) {
  while (k_met_count > from) {
    Met *m = &k_met[k_met_count - 1];
    k_met_index[met_slot(m->hash, k_met_pool + m->at, m->length)] = -1;
    k_met_used = m->at;
    k_met_count--;
  }
}
static void meet_nothing(void) {
  if (!k_met_index_room) index_met(1024);
  unmeet(0);
}
static int above(const Worth *a, const Worth *b) {
  if (!a->there || !b->there) return a->there && !b->there;
  for (int i = 0; i < GOALS; i++) if (a->of[i] != b->of[i]) return a->of[i] > b->of[i];
  return 0;
}
static int same_worth(const Worth *a, const Worth *b) { return !above(a, b) && !above(b, a); }

static void going_on(const S *s, int64_t me, L *out) {
  out->n = 0;
  if (s->PENDING && !s->OVER) open_pending(s, me, out);
}
/* Whether a turn can come to the best there can be from a position of it. */
static int reaches(int64_t looking, const S *s, int64_t me, const Worth *limit, int64_t depth) {
  if (depth > DEEPEST_TURN) FAULT(NO_ROOM);
  k_look_up();
  L *ways = &k_turn_ways[depth];
  going_on(s, me, ways);
  if (!ways->n || s->MAY_STOP) {
    Worth found = goals_of(looking, s, me);
    if (same_worth(&found, limit)) return 1;
  }
  for (int64_t i = 0; i < ways->n; i++) {
    S after = *s;
    int64_t mark = k_chain.n;
    onward(&after, me, &ways->v[i]);
    int found = is_new(&after) && reaches(looking, &after, me, limit, depth + 1);
    k_give_up(mark);
    if (found) return 1;
  }
  return 0;
}
/* The best that a turn can come to from a position of it. */
static void follow(int64_t looking, const S *s, int64_t me, Worth *best, int64_t depth) {
  if (depth > DEEPEST_TURN) FAULT(NO_ROOM);
  k_look_up();
  L *ways = &k_turn_ways[depth];
  going_on(s, me, ways);
  if (!ways->n || s->MAY_STOP) {
    Worth found = goals_of(looking, s, me);
    if (above(&found, best)) *best = found;
  }
  for (int64_t i = 0; i < ways->n; i++) {
    S after = *s;
    int64_t mark = k_chain.n;
    onward(&after, me, &ways->v[i]);
    if (is_new(&after)) follow(looking, &after, me, best, depth + 1);
    k_give_up(mark);
  }
}
LOCAL Worth *k_worths;
LOCAL int64_t k_worths_room;
static void foremost(int64_t looking, const S *s, int64_t me, L *out, int64_t from) {
  int64_t count = out->n - from, kept = from;
  if (count < 2) return;
  Worth limit = limit_of(looking);
  meet_nothing();
  if (limit.there) {
    for (int64_t i = from; i < out->n; i++) {
      S after = *s;
      int64_t mark = k_chain.n, met = k_met_count;
      onward(&after, me, &out->v[i]);
      int found = reaches(looking, &after, me, &limit, 0);
      k_give_up(mark);
      if (found) { unmeet(met); out->v[kept++] = out->v[i]; }
      else if (kept == from) break;
    }
    if (kept > from) { out->n = kept; return; }
  }
  k_worths = k_more(k_worths, count, &k_worths_room, sizeof(Worth));
  Worth best = {{0}, 0};
  for (int64_t i = 0; i < count; i++) {
    meet_nothing();
    S after = *s;
    int64_t mark = k_chain.n;
    onward(&after, me, &out->v[from + i]);
    k_worths[i] = (Worth){{0}, 0};
    follow(looking, &after, me, &k_worths[i], 0);
    k_give_up(mark);
    if (!i || above(&k_worths[i], &best)) best = k_worths[i];
  }
  for (int64_t i = 0; i < count; i++) if (same_worth(&k_worths[i], &best)) out->v[kept++] = out->v[from + i];
  out->n = kept;
}
#endif
