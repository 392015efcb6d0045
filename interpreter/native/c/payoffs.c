#if PAYS
static int64_t k_best_paid(const S *s) {
  int64_t best = 0, count = 0;
  for (int64_t i = 0; i < PLAYERS; i++) {
    if (s->PAID[i] > s->PAID[best]) { best = i; count = 0; }
    count += s->PAID[i] == s->PAID[best];
  }
  return count == 1 ? best + 1 : 0;
}
static void k_usual_payoff(S *s, int64_t winner, int64_t won) {
  if (PLAYERS == 1) { s->PAID[0] = won == NONE ? 0 : won ? 1 : -1; return; }
  for (int64_t i = 0; i < PLAYERS; i++) s->PAID[i] = winner ? (i + 1 == winner ? 1 : -1) : 0;
}
#endif
