/* How turns begin, pass and end: as in program/turns.py. */
static void end_turn(S *s, int64_t me, int64_t again);
static void next_turn(S *s, int64_t player);

#define NO_MOVE (-1)
#define STALLED (-2)
#define MOST_PASSES 1000

/* The position before steps around a turn that drew without luck: a search that reckons without luck stands there. */
LOCAL S reached;
LOCAL int has_reached;

static void engine_end(S *s, int64_t end, int64_t winner, int64_t won) {
  s->OVER = 1;
  s->END = end;
  s->WINNER = winner;
  s->WON = won;
#if PAYS
  k_usual_payoff(s, winner, won);
#endif
}
static void no_move(S *s, int64_t player) {
  if (PLAYERS == 1) engine_end(s, NO_MOVE, 0, STUCK_DRAWS ? NONE : STUCK_WINS);
  else if (STUCK_DRAWS) engine_end(s, NO_MOVE, 0, NONE);
  else engine_end(s, NO_MOVE, STUCK_WINS ? player : FOLLOWING[player], NONE);
}
static void opening(S *s) {
  if (!has_begin(s->PHASE)) return;
  if (LUCK) { reached = *s; has_reached = 1; }
  begin_steps(s, s->PHASE, s->TO_MOVE);
  has_reached = 0;
}
/* A turn after the steps with which it ends. What was recorded after its last action is recorded as it is now. */
static void closed(S *s, int64_t me, int acted) {
  if (!has_close(s->PHASE) && !ENDS_OF_TURN) return;
  if (has_close(s->PHASE)) {
    if (LUCK) { reached = *s; has_reached = 1; }
    close_steps(s, s->PHASE, me);
    has_reached = 0;
    if (s->OVER) return;
    if (acted && HISTORIES) { forget_last(s); RECORD(s, me); }
  }
  CLOSING_ENDS(s, me);
}
#if EVERYONE
enum { CHOICE = 2 + SLOTS };
/* Where everyone chooses: the next player who has not chosen and can. */
static int64_t first_to_choose(const S *s) {
  for (int i = 0; i < PLAYERS; i++)
    if (!s->CHOSEN[ORDER[i] * CHOICE] && any_action(s, ORDER[i])) return ORDER[i];
  return ORDER[0];
}
#endif
static int64_t whose(const S *s, int64_t me, int64_t usual) {
#if EVERYONE
  if (are_all_asked(s->PHASE)) return first_to_choose(s);
#endif
  int64_t player = phase_who(s, s->PHASE, me);
  return player ? player : usual;
}
static void begun(S *s, int64_t me) {
  for (int64_t i = 0; i < PHASES; i++) {
    if (phase_when(s, s->PHASE, me)) return;
    s->PHASE = PHASE_AFTER[s->PHASE];
  }
}
/* What a stuck player's steps do; 0 where luck would decide and is left out: a search sees no further. */
static __attribute__((noinline)) int stuck_steps_done(S *s, int64_t player) {
  S before = *s;
  jmp_buf here;
  jmp_buf *outer = k_guard;
  k_guard = &here;
  int fault = setjmp(here);
  if (fault) {
    k_guard = outer;
    if (fault != UNFORESEEN) FAULT(fault);
    *s = before;
    return 0;
  }
  stuck_steps(s, player);
  k_guard = outer;
  return 1;
}
static void unstick(S *s) {
  int64_t still = 0;
  for (int64_t pass = 0; pass < MOST_PASSES; pass++) {
    int64_t player = s->TO_MOVE, again = 0;
    if (any_action(s, player)) return;
    if (STUCK_ENDS) { no_move(s, player); return; }
    if (STUCK_HAS_STEPS) {
      if (!LUCK) stuck_steps(s, player);
      else if (!stuck_steps_done(s, player)) return;
      if (s->OVER) return;
      again = s->PENDING;
      s->PENDING = 0;
    }
    s->PASSES++;
    if (ENDS(s, player)) return;
    closed(s, player, 0);
    if (s->OVER) return;
    S passed = *s;
    s->TO_MOVE = again ? player : whose(s, player, FOLLOWING[player]);
    s->TURN++;
    S turned = *s;
    opening(s);
    if (s->OVER) return;
    still = same_luck(&turned, s) ? still + !again : 0;
    if (still >= PLAYERS) {
      if (any_action(s, s->TO_MOVE)) return;
      *s = passed;
      engine_end(s, STALLED, 0, PLAYERS == 1 ? 0 : NONE);
      return;
    }
  }
  FAULT(TOO_MANY_PASSES);
}
static void begin_turn(S *s) {
  opening(s);
  if (s->OVER || any_action(s, s->TO_MOVE)) return;
  unstick(s);
}
/* Where a game is played on, the list of actions is asked for next: it is made here, and kept for a state by its stamp. */
LOCAL int k_sharing;
LOCAL L k_shared;
LOCAL int64_t k_stamp;
static void next_turn(S *s, int64_t player) {
  s->TO_MOVE = player;
  s->TURN++;
  s->PENDING = 0;
  s->PASSES = 0;
  if (SHARES && k_sharing) {
    k_shared.n = 0;
    list_actions(s, player, &k_shared);
    s->STAMP = k_shared.n ? ++k_stamp : 0;
    if (!k_shared.n) unstick(s);
    return;
  }
  if (!any_action(s, player)) unstick(s);
}
static void end_turn(S *s, int64_t me, int64_t again) {
  s->PENDING = 0;
  s->PASSES = 0;
  closed(s, me, 1);
  if (s->OVER) return;
  if (PHASES && phase_until(s, s->PHASE, me)) {
    s->PHASE = PHASE_AFTER[s->PHASE];
    begun(s, me);
  }
  int64_t player = again ? me : whose(s, me, FOLLOWING[me]);
  s->TO_MOVE = player;
  s->TURN++;
  begin_turn(s);
}
#if EVERYONE
LOCAL L k_ways;
static int is_way(const S *s, int64_t me, const A *a) {
  k_ways.n = 0;
  ways_of(s, me, a->a, &k_ways);
  for (int64_t i = 0; i < k_ways.n; i++) if (k_same_action(&k_ways.v[i], a)) return 1;
  return 0;
}
/* Keep a player's action unseen; when all have chosen, do them in turn order, then what comes after. */
static void choose(S *s, const A *a) {
  I *kept = s->CHOSEN + s->TO_MOVE * CHOICE;
  kept[0] = 1;
  memcpy(kept + 1, a, sizeof *a);
  for (int i = 0; i < PLAYERS; i++)
    if (!s->CHOSEN[ORDER[i] * CHOICE] && any_action(s, ORDER[i])) { s->TO_MOVE = ORDER[i]; return; }
  I chosen[(PLAYERS + 1) * CHOICE];
  memcpy(chosen, s->CHOSEN, sizeof chosen);
  memset(s->CHOSEN, 0, sizeof chosen);
  int64_t phase = s->PHASE, turn = s->TURN, last = ORDER[0];
  for (int i = 0; i < PLAYERS; i++) {
    const I *row = chosen + ORDER[i] * CHOICE;
    A action;
    memcpy(&action, row + 1, sizeof action);
    if (!row[0] || !is_way(s, ORDER[i], &action)) continue;
    effects_of(s, ORDER[i], &action);
    last = ORDER[i];
    if (s->OVER) return;
  }
  if (after_choices(s, phase, last)) {
    if (s->OVER) return;
    if (ENDS(s, last)) return;
  }
  s->TO_MOVE = last;
  s->TURN = turn;
  s->PHASE = phase;
  end_turn(s, last, 0);
}
#endif
