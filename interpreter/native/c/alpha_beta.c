/* Alpha-beta: as in runtime/bots/search.py, one search object for each world that is looked into. */
#define WIN (1LL << 60)
#define SURE (WIN - (1LL << 20))
#define MOST (1LL << 62)
#define MOST_PAID 3 /* times a win is still less than the most */
enum { EXACT, AT_LEAST, AT_MOST, TURNS = 4, DEEPEST_PLY = 600 };

typedef struct { int64_t at; int32_t length; uint32_t hash; int32_t depth, kind; int64_t value; A action; } Known;
typedef struct { A action; int64_t worth; int32_t used; } Cut;
typedef struct {
  int64_t player, evaluate, considers, remembers, cut, plies;
  Allowance *allowance;
  Known *known;
  int64_t known_count, known_room;
  I *pool;
  int64_t pool_used, pool_room;
  int32_t *index;
  int64_t index_room;
  Cut *cuts;
  int64_t cut_count, cut_room;
  A killers[DEEPEST_PLY + 1];
  uint8_t has_killer[DEEPEST_PLY + 1];
  L lists[DEEPEST_PLY + 1];
  S *states[DEEPEST_PLY + 1];
  I row[KEY_ROOM];
} Search;

static int64_t standing(Search *q, const S *s) {
  q->cut = 1;
  return q->evaluate < 0 ? 0 : worth(s, q->evaluate, q->player);
}
static int64_t ended(Search *q, const S *s, int64_t ply) {
#if PAYS
  int64_t paid = s->PAID[q->player - 1];
  if (paid > MOST_PAID || paid < -MOST_PAID) FAULT(TOO_LARGE);
  return paid > 0 ? paid * WIN - ply : paid ? paid * WIN + ply : 0;
#endif
  if (PLAYERS == 1) {
    if (s->WON == NONE) return q->evaluate < 0 ? 0 : worth(s, q->evaluate, q->player);
    return s->WON ? WIN - ply : ply - WIN;
  }
  if (!s->WINNER) return 0;
  return s->WINNER == q->player ? WIN - ply : ply - WIN;
}

/* What is known of positions, by their keys. */
static int64_t known_of(Search *q, const I *row, int64_t count, int add) {
  if (!q->index_room) {
    q->index_room = 1024;
    q->index = malloc(sizeof(int32_t) * 1024);
    if (!q->index) FAULT(NO_MEMORY);
    for (int i = 0; i < 1024; i++) q->index[i] = -1;
  }
  uint32_t hash = k_hash(0, row, count);
  int64_t i = hash & (q->index_room - 1);
  for (; q->index[i] >= 0; i = (i + 1) & (q->index_room - 1)) {
    Known *k = &q->known[q->index[i]];
    if (k->hash == hash && k->length == count && !memcmp(q->pool + k->at, row, sizeof(I) * (size_t)count)) return q->index[i];
  }
  if (!add) return -1;
  if (2 * (q->known_count + 1) > q->index_room) {
    int64_t room = q->index_room * 2;
    int32_t *made = malloc(sizeof(int32_t) * (size_t)room);
    if (!made) FAULT(NO_MEMORY);
    for (int64_t j = 0; j < room; j++) made[j] = -1;
    for (int64_t k = 0; k < q->known_count; k++) {
      int64_t j = q->known[k].hash & (room - 1);
      while (made[j] >= 0) j = (j + 1) & (room - 1);
      made[j] = (int32_t)k;
    }
    free(q->index);
    q->index = made;
    q->index_room = room;
    i = hash & (room - 1);
    while (made[i] >= 0) i = (i + 1) & (room - 1);
  }
  q->known = k_more(q->known, q->known_count, &q->known_room, sizeof(Known));
  q->pool = k_more(q->pool, q->pool_used + count, &q->pool_room, sizeof(I));
  Known *k = &q->known[q->known_count];
  memset(k, 0, sizeof *k);
  k->at = q->pool_used;
  k->length = (int32_t)count;
  k->hash = hash;
  memcpy(q->pool + q->pool_used, row, sizeof(I) * (size_t)count);
  q->pool_used += count;
  q->index[i] = (int32_t)q->known_count;
  return q->known_count++;
}

/* How much each action has cut off so far. */
static Cut *cut_of(Search *q, const A *action, int add) {
  if (add && 2 * (q->cut_count + 1) > q->cut_room) {
    int64_t room = q->cut_room ? q->cut_room * 2 : 256;
    Cut *made = calloc((size_t)room, sizeof(Cut));
    if (!made) FAULT(NO_MEMORY);
    for (int64_t k = 0; k < q->cut_room; k++) {
      if (!q->cuts[k].used) continue;
      int64_t j = k_hash(1, (const I *)&q->cuts[k].action, sizeof(A) / sizeof(I)) & (room - 1);
      while (made[j].used) j = (j + 1) & (room - 1);
      made[j] = q->cuts[k];
    }
    free(q->cuts);
    q->cuts = made;
    q->cut_room = room;
  }
  if (!q->cut_room) return NULL;
  int64_t i = k_hash(1, (const I *)action, sizeof(A) / sizeof(I)) & (q->cut_room - 1);
  for (; q->cuts[i].used; i = (i + 1) & (q->cut_room - 1))
    if (k_same_action(&q->cuts[i].action, action)) return &q->cuts[i];
  if (!add) return NULL;
  q->cuts[i].action = *action;
  q->cuts[i].used = 1;
  q->cut_count++;
  return &q->cuts[i];
}
static void to_front(L *actions, const A *wanted) {
  for (int64_t i = 1; i < actions->n; i++)
    if (k_same_action(&actions->v[i], wanted)) {
      A held = actions->v[i];
      memmove(actions->v + 1, actions->v, sizeof(A) * (size_t)i);
      actions->v[0] = held;
      return;
    }
}
typedef struct { int64_t worth; int64_t place; } Order;
static int by_worth(const void *a, const void *b) {
  const Order *x = a, *y = b;
  if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}
LOCAL Order *orders;
LOCAL A *reordered;
LOCAL int64_t orders_room, reordered_room;
static void ordered(Search *q, L *actions, const A *first, int64_t ply) {
  if (q->cut_count) {
    orders = k_more(orders, actions->n, &orders_room, sizeof(Order));
    reordered = k_more(reordered, actions->n, &reordered_room, sizeof(A));
    int moved = 0;
    for (int64_t i = 0; i < actions->n; i++) {
      Cut *cut = cut_of(q, &actions->v[i], 0);
      orders[i] = (Order){cut ? cut->worth : 0, i};
      moved |= i && orders[i].worth > orders[i - 1].worth;
    }
    if (moved) {
      qsort(orders, (size_t)actions->n, sizeof(Order), by_worth);
      for (int64_t i = 0; i < actions->n; i++) reordered[i] = actions->v[orders[i].place];
      memcpy(actions->v, reordered, sizeof(A) * (size_t)actions->n);
    }
  }
  if (q->has_killer[ply]) to_front(actions, &q->killers[ply]);
  if (first) to_front(actions, first);
}

static int64_t best_of(Search *q, const S *s, int64_t depth, int64_t alpha, int64_t beta, int64_t ply) {
  if (ply >= DEEPEST_PLY) FAULT(NO_ROOM);
  int64_t known = -1;
  A first;
  int has_first = 0;
  if (q->remembers && (depth > 1 || (WAYS && s->PENDING))) {
    known = known_of(q, q->row, key_of(s, q->row), 1);
    Known *k = &q->known[known];
    if (k->depth) {
      first = k->action;
      has_first = 1;
      if (k->depth == depth) {
        int64_t value = k->value > SURE ? k->value - ply : k->value < -SURE ? k->value + ply : k->value;
        if (k->kind == EXACT || (k->kind == AT_LEAST && value >= beta) || (k->kind == AT_MOST && value <= alpha)) return value;
      }
    }
  }
  int mine = s->TO_MOVE == q->player, any = 0;
  int64_t low = alpha, high = beta, best = mine ? -MOST : MOST;
  L *actions = &q->lists[ply];
  legal_considered(s, q->considers, actions);
  if (depth > 1) ordered(q, actions, has_first ? &first : NULL, ply);
  if (!q->states[ply] && !(q->states[ply] = malloc(sizeof(S)))) FAULT(NO_MEMORY);
  S *after = q->states[ply];
  A chosen;
  memset(&chosen, 0, sizeof chosen);
  for (int64_t i = 0; i < actions->n; i++) {
    spend(q->allowance);
    *after = *s;
    int64_t value, mark = k_chain.n;
    if (!done(after, &actions->v[i])) value = standing(q, after);
    else if (after->OVER) value = ended(q, after, ply + 1);
    else if (WAYS && ply < q->plies && after->PENDING) value = best_of(q, after, depth, low, high, ply + 1);
    else if (depth <= 1) value = standing(q, after);
    else value = best_of(q, after, depth - 1, low, high, ply + 1);
    k_give_up(mark);
    int better = !any || (mine ? value > best : value < best);
    if (better) { best = value; chosen = actions->v[i]; }
    any = 1;
    if (mine) { if (best > low) low = best; }
    else if (best < high) high = best;
    if (low >= high) {
      q->killers[ply] = actions->v[i];
      q->has_killer[ply] = 1;
      cut_of(q, &actions->v[i], 1)->worth += depth * depth;
      break;
    }
  }
  if (!any) return standing(q, s);
  if (known >= 0) {
    Known *k = &q->known[known];
    k->depth = (int32_t)depth;
    k->kind = best <= alpha ? AT_MOST : best >= beta ? AT_LEAST : EXACT;
    k->value = best > SURE ? best + ply : best < -SURE ? best - ply : best;
    k->action = chosen;
  }
  return best;
}
static int64_t value_of(Search *q, const S *s, int64_t depth, int64_t alpha, int64_t beta, int64_t ply) {
  if (s->OVER) return ended(q, s, ply);
  if (WAYS) {
    q->plies = TURNS * (depth + 1);
    depth += s->PENDING != 0;
  }
  if (depth <= 0) return standing(q, s);
  return best_of(q, s, depth, alpha, beta, ply);
}

Search *tw_search_begin(
    int64_t player, int64_t evaluate, int64_t considers, int64_t remembers, Allowance *allowance) {
  Search *q = calloc(1, sizeof *q);
  if (q) {
    q->player = player;
    q->evaluate = evaluate;
    q->considers = considers;
    q->remembers = remembers;
    q->allowance = allowance;
  }
  return q;
}
void tw_search_end(Search *q) {
  if (!q) return;
  for (int i = 0; i <= DEEPEST_PLY; i++) {
    free(q->lists[i].v);
    free(q->states[i]);
  }
  free(q->known);
  free(q->pool);
  free(q->index);
  free(q->cuts);
  free(q);
}
int64_t tw_search_cut(Search *q, int64_t set) {
  int64_t before = q->cut;
  if (set >= 0) q->cut = set;
  return before;
}
/* The value of an action when its turn ends and so many more follow. */
static APART int64_t value_after(Search *q, const S *s, const A *a, int64_t depth, int64_t alpha, int64_t beta) {
  spend(q->allowance);
  S after = *s;
  if (!done(&after, a)) return value_of(q, &after, 0, alpha, beta, 0);
  return value_of(q, &after, depth, alpha, beta, 1);
}
int64_t tw_search_after(
    Search *q, const S *s, const A *a, int64_t depth, int64_t alpha, int64_t beta, int64_t *value) {
  int64_t mark = k_chain.n;
  GUARDED((k_give_up(mark), -fault))
  ready();
  *value = value_after(q, s, a, depth, alpha, beta);
  k_give_up(mark);
  UNGUARD();
  return 0;
}
int64_t tw_search_worth(
    Search *q, const S *s, int64_t depth, int64_t alpha, int64_t beta, int64_t ply, int64_t *value) {
  int64_t mark = k_chain.n;
  GUARDED((k_give_up(mark), -fault))
  ready();
  *value = value_of(q, s, depth, alpha, beta, ply);
  k_give_up(mark);
  UNGUARD();
  return 0;
}
