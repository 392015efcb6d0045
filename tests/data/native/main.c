/* Put behind the C file of a program: plays at random and searches from a start that is read from a file. */
#include <stdio.h>
static int met(int64_t result) { return result == -BROKEN || result == -NO_ROOM || result == -TOO_LARGE; }
int main(int count, char **words) {
  S start, s;
  FILE *file = count > 1 ? fopen(words[1], "rb") : NULL;
  if (!file || fread(&start, sizeof start, 1, file) != 1) return 2;
  fclose(file);
  int64_t games = count > 2 ? atoll(words[2]) : 3, moves = tw_wander(&start, games, 7, 200);
  if (moves < 0 && !met(moves)) return 3;
  s = start;
  Course course = {0, 0, 0};
  tw_play(&s, 12345, 200, &course);
  Allowance allowance = {0, 600, 0, 0};
  const Looked *looked_at;
  tw_tree(&start, start.TO_MOVE, -1, -1, 99, 1 << 28, &allowance, &looked_at);
  const A *actions;
  int64_t legal_count = tw_legal(&start, &actions), value = 0;
  Allowance more = {0, 400, 0, 0};
  Search *search = tw_search_begin(start.TO_MOVE, -1, -1, 1, &more);
  for (int64_t i = 0; i < legal_count && i < 5; i++) {
    A action = actions[i];
    tw_search_after(search, &start, &action, 2, -MOST, MOST, &value);
    legal_count = tw_legal(&start, &actions);
  }
  tw_search_end(search);
  printf("%lld\n", (long long)moves);
  return 0;
}
