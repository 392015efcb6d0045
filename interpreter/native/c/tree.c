/* Monte-Carlo tree search: as in runtime/bots/tree.py. */
enum { LONGEST = 400, SCALE = 100, GOING_ON = -1 };
#define CURIOSITY 0.3

typedef struct { uint64_t seed; int64_t block, place; uint32_t drawn[1024]; } Tape;
/* The numbers of `streams.tape`. */
static void turn_tape(Tape *tape) {
  char text[96];
  size_t count = digits_of(tape->seed, text);
  memcpy(text + count, "/playouts/", 10);
  count += 10;
  count += digits_of((uint64_t)tape->block, text + count);
  Shake shake;
  shake_begin(&shake, text, count);
  for (int i = 0; i < 1024; i++) {
    uint32_t number = 0;
    for (int b = 0; b < 4; b++) number |= (uint32_t)shake_byte(&shake) << 8 * b;
    tape->drawn[i] = number;
  }
  tape->place = 0;
}
static inline uint32_t next_number(Tape *tape) {
  if (tape->place == 1024) { tape->block++; turn_tape(tape); }
  return tape->drawn[tape->place++];
}

typedef struct {
  Tape tape;
  Allowance *allowance;
  int64_t player, evaluate, considers; /* -1: nothing to evaluate by, every action is considered */
  double unit;
  int64_t most_paid;
} Playouts;
typedef struct { double of[PLAYERS + 1]; } Rewards;

static Rewards all_alike(double value) {
  Rewards found;
  for (int i = 0; i <= PLAYERS; i++) found.of[i] = value;
  return found;
}
static Rewards won_by(int64_t winner) {
  Rewards found = all_alike(0.0);
  found.of[winner] = 1.0;
  return found;
}
static Rewards graded(Playouts *p, const S *s) {
  if (p->evaluate < 0) return all_alike(PAYS ? 0.0 : 0.5);
  int64_t value = worth(s, p->evaluate, p->player);
  double size = (double)((value < 0 ? -value : value) + SCALE);
  Rewards found;
  if (PAYS) {
    double share = (double)(p->most_paid * value) / size;
    for (int i = 0; i <= PLAYERS; i++) found.of[i] = i == p->player ? share : -share;
    return found;
  }
  double share = 0.5 + 0.5 * (double)value / size;
  for (int i = 0; i <= PLAYERS; i++) found.of[i] = i == p->player ? share : 1.0 - share;
  return found;
}
static Rewards rewards_of(Playouts *p, const S *s) {
  if (!s->OVER) return graded(p, s);
#if PAYS
  int64_t most = 0;
  Rewards found = all_alike(0.0);
  for (int i = 0; i < PLAYERS; i++) {
    int64_t size = s->PAID[i] < 0 ? -s->PAID[i] : s->PAID[i];
    if (size > most) most = size;
    found.of[i + 1] = (double)s->PAID[i];
  }
  if (most > p->most_paid) { p->most_paid = most; p->unit = 0.5 / (double)most; }
  return found;
#else
  if (PLAYERS == 1) return s->WON == NONE ? graded(p, s) : won_by(s->WON ? 1 : 0);
  return s->WINNER ? won_by(s->WINNER) : all_alike(0.5);
#endif
}
static Rewards play_on(Playouts *p, const S *from) {
  S s = *from;
  int64_t moves = 0, mark = k_chain.n;
  k_sharing = 1;
  s.STAMP = 0;
  while (moves < LONGEST) {
    legal(&s, &listed);
    if (!listed.n) break;
    do_action(&s, &listed.v[next_number(&p->tape) % (uint64_t)listed.n]);
    moves++;
    if (!(moves % CLOCK_EVERY) && late(p->allowance)) break;
  }
  k_sharing = 0;
  p->allowance->nodes += moves;
  Rewards found = rewards_of(p, &s);
  k_give_up(mark);
  return found;
}

typedef struct { int64_t first, count; int32_t visits, winner; double total; A action; } Node;
typedef struct { Node *nodes; S *states; int64_t used, room, most_bytes; int32_t *path; int64_t path_room; } Grown;

static void more_nodes(Grown *tree, int64_t count) {
  if (tree->used + count <= tree->room) return;
  int64_t room = tree->room ? tree->room * 2 : 1024;
  while (room < tree->used + count) room *= 2;
  if (room * (int64_t)(sizeof(Node) + sizeof(S)) > tree->most_bytes) FAULT(NO_MEMORY);
  void *nodes = realloc(tree->nodes, sizeof(Node) * (size_t)room);
  if (!nodes) FAULT(NO_MEMORY);
  tree->nodes = nodes;
  void *states = realloc(tree->states, sizeof(S) * (size_t)room);
  if (!states) FAULT(NO_MEMORY);
  tree->states = states;
  tree->room = room;
}
static int32_t winner_of(const S *s) {
  if (!s->OVER || PAYS) return GOING_ON;
  if (PLAYERS == 1) return s->WON == NONE ? GOING_ON : s->WON ? 1 : 0;
  return (int32_t)s->WINNER;
}
static int32_t settled(const Grown *tree, int64_t number) {
  const Node *node = &tree->nodes[number];
  int64_t mover = tree->states[number].TO_MOVE;
  int32_t any = 0;
  int going_on = 0, drawn = 0, several = 0, seen = 0;
  for (int64_t i = node->first; i < node->first + node->count; i++) {
    int32_t winner = tree->nodes[i].winner;
    if (winner == mover) return (int32_t)mover;
    if (seen && winner != any) several = 1;
    any = winner;
    seen = 1;
    going_on |= winner == GOING_ON;
    drawn |= winner == 0;
  }
  if (going_on || (several && !drawn)) return GOING_ON;
  return drawn ? 0 : any;
}
static void expand(Grown *tree, Playouts *p, int64_t number) {
  legal_considered(&tree->states[number], p->considers, &listed);
  int64_t count = listed.n;
  for (int64_t last = count - 1; last > 0; last--) {
    int64_t other = next_number(&p->tape) % (uint64_t)(last + 1);
    A held = listed.v[last];
    listed.v[last] = listed.v[other];
    listed.v[other] = held;
  }
  p->allowance->nodes += count;
  more_nodes(tree, count);
  Node *node = &tree->nodes[number];
  node->first = tree->used;
  for (int64_t i = 0; i < count; i++) {
    int64_t child = tree->used;
    tree->states[child] = tree->states[number];
    do_action(&tree->states[child], &listed.v[i]);
    tree->nodes[child] = (Node){0, 0, 0, winner_of(&tree->states[child]), 0.0, listed.v[i]};
    tree->used++;
  }
  node->count = count;
  if (count) node->winner = settled(tree, number);
  else if (!PAYS) node->winner = 0;
}
static int64_t promising(const Grown *tree, const Playouts *p, int64_t number) {
  const Node *node = &tree->nodes[number];
  double best = -1.0, curiosity = CURIOSITY * (node->visits ? 32 - __builtin_clz((unsigned)node->visits) : 0);
  int64_t chosen = node->first;
  for (int64_t i = node->first; i < node->first + node->count; i++) {
    const Node *child = &tree->nodes[i];
    if (child->winner != GOING_ON) continue;
    if (!child->visits) return i;
    double found = p->unit * child->total / child->visits + sqrt(curiosity / child->visits);
    if (found > best) { best = found; chosen = i; }
  }
  return chosen;
}
static void visit(Grown *tree, Playouts *p) {
  int64_t depth = 0, number = 0;
  if (PAYS) p->allowance->nodes++;
  for (;;) {
    tree->path = k_more(tree->path, depth, &tree->path_room, sizeof(int32_t));
    tree->path[depth++] = (int32_t)number;
    if (!tree->nodes[number].count || tree->nodes[number].winner != GOING_ON) break;
    number = promising(tree, p, number);
  }
  if (tree->nodes[number].winner == GOING_ON) expand(tree, p, number);
  Rewards rewards;
  int32_t winner = tree->nodes[number].winner;
  if (winner == GOING_ON) rewards = play_on(p, &tree->states[number]);
  else rewards = winner || PLAYERS == 1 ? won_by(winner) : all_alike(0.5);
  for (int64_t i = depth - 1; i > 0; i--) {
    Node *node = &tree->nodes[tree->path[i]], *parent = &tree->nodes[tree->path[i - 1]];
    node->visits++;
    node->total += rewards.of[tree->states[tree->path[i - 1]].TO_MOVE];
    if (node->winner != GOING_ON && parent->winner == GOING_ON) parent->winner = settled(tree, tree->path[i - 1]);
  }
  tree->nodes[0].visits++;
}

/* The actions of a position: what is certain of each, how often it was visited, and what came of it. */
typedef struct { A action; int64_t winner, visits; double total; } Looked;
LOCAL Grown grown;
LOCAL Looked *looked;
LOCAL int64_t looked_room;

static APART int64_t rank(const S *s, Playouts *p) {
  Grown *tree = &grown;
  tree->used = 0;
  more_nodes(tree, 1);
  tree->used = 1;
  tree->states[0] = *s;
  tree->nodes[0] = (Node){0, 0, 0, GOING_ON, 0.0, {0}};
  expand(tree, p, 0);
  int64_t count = tree->nodes[0].count;
  if (count > 1)
    while (tree->nodes[0].winner == GOING_ON && p->allowance->nodes < p->allowance->most && !late(p->allowance))
      visit(tree, p);
  looked = k_more(looked, count, &looked_room, sizeof(Looked));
  for (int64_t i = 0; i < count; i++) {
    const Node *child = &tree->nodes[tree->nodes[0].first + i];
    looked[i] = (Looked){child->action, child->winner, child->visits, child->total};
  }
  return count;
}
static void let_go(void) {
  /* A large tree is not kept for the next choice. */
  if (grown.room * (int64_t)sizeof(S) > 1 << 24) {
    free(grown.nodes);
    free(grown.states);
    grown.nodes = NULL;
    grown.states = NULL;
    grown.room = 0;
  }
  grown.used = 0;
}
static void begin_playouts(Playouts *p, int64_t player, int64_t evaluate, uint64_t seed, Allowance *allowance) {
  memset(p, 0, sizeof *p);
  p->tape.seed = seed;
  turn_tape(&p->tape);
  p->allowance = allowance;
  p->player = player;
  p->evaluate = evaluate;
  p->unit = PAYS ? 0.5 : 1.0;
  p->most_paid = 1;
}
int64_t tw_tree(
    const S *s, int64_t player, int64_t evaluate, int64_t considers, uint64_t seed, int64_t most_bytes,
    Allowance *allowance, const Looked **out) {
  GUARDED((let_go(), -fault))
  ready();
  Playouts p;
  begin_playouts(&p, player, evaluate, seed, allowance);
  p.considers = considers;
  grown.most_bytes = most_bytes;
  int64_t mark = k_chain.n;
  int64_t count = rank(s, &p);
  k_give_up(mark);
  let_go();
  *out = looked;
  UNGUARD();
  return count;
}
