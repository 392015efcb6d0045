/* Sudokus of any size: as in interpreter/sudoku.py, number for number, so that of several solutions the same is found. */
typedef unsigned __int128 Cells;
enum { MOST_CELLS = 128, MOST_UNITS = 96, GRIDS = 4, SOLVED = 64 };
typedef struct { int cells, numbers, units; const I *table; Cells unit[MOST_UNITS], peers[MOST_CELLS]; } Grid;
typedef struct { const Grid *grid; int8_t given[MOST_CELLS], answer[MOST_CELLS]; int8_t solved; } Solved;
LOCAL Grid k_grids[GRIDS];
LOCAL Solved *k_solved;

static const Grid *k_grid(const I *rows, const I *ends, int64_t units, int64_t cells, int64_t numbers) {
  for (int g = 0; g < GRIDS; g++) {
    Grid *grid = &k_grids[g];
    if (grid->table == rows) return grid;
    if (grid->table) continue;
    grid->cells = (int)cells;
    grid->numbers = (int)numbers;
    grid->units = (int)units;
    for (int u = 0; u < units; u++) {
      grid->unit[u] = 0;
      for (I i = ends[u]; i < ends[u + 1]; i++) grid->unit[u] |= (Cells)1 << rows[i];
    }
    memset(grid->peers, 0, sizeof grid->peers);
    for (int u = 0; u < units; u++)
      for (I i = ends[u]; i < ends[u + 1]; i++) grid->peers[rows[i]] |= grid->unit[u] & ~((Cells)1 << rows[i]);
    grid->table = rows;
    return grid;
  }
  FAULT(NO_ROOM);
}
static inline int lowest_cell(Cells cells) {
  uint64_t low = (uint64_t)cells;
  return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(cells >> 64));
}
static inline int highest_cell(Cells cells) {
  uint64_t high = (uint64_t)(cells >> 64);
  return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)cells);
}
static void put_number(const Grid *grid, Cells *possible, int cell, int number) {
  Cells bit = (Cells)1 << cell;
  for (int other = 0; other < grid->numbers; other++) possible[other] &= ~bit;
  possible[number] = (possible[number] & ~grid->peers[cell]) | bit;
}
static int put_hidden(const Grid *grid, Cells *possible, Cells settled) {
  int found = 0;
  for (int number = 0; number < grid->numbers; number++) {
    Cells open = possible[number] & ~settled;
    if (!open) continue;
    for (int u = 0; u < grid->units; u++) {
      Cells cells = possible[number] & grid->unit[u];
      if ((cells & open) && !(cells & (cells - 1))) {
        put_number(grid, possible, highest_cell(cells), number);
        open = possible[number] & ~settled & ~cells;
        found = 1;
      }
    }
  }
  return found;
}
static int reduce(const Grid *grid, Cells *possible) {
  Cells everything = grid->cells == 128 ? ~(Cells)0 : ((Cells)1 << grid->cells) - 1, settled = 0;
  int begun = 0;
  for (;;) {
    Cells once = 0, twice = 0;
    for (int n = 0; n < grid->numbers; n++) { twice |= once & possible[n]; once |= possible[n]; }
    if (once != everything) return 0;
    Cells single = once & ~twice;
    if (!begun || single != settled) {
      Cells fresh = begun ? single & ~settled : single;
      settled = single;
      begun = 1;
      for (int n = 0; n < grid->numbers; n++)
        for (Cells found = possible[n] & fresh; found; found &= found - 1) possible[n] &= ~grid->peers[lowest_cell(found)];
      continue;
    }
    if (!put_hidden(grid, possible, settled)) {
      for (int n = 0; n < grid->numbers; n++)
        for (int u = 0; u < grid->units; u++) if (!(possible[n] & grid->unit[u])) return 0;
      return 1;
    }
  }
}
static int narrowest(const Grid *grid, const Cells *possible) {
  Cells more[MOST_UNITS] = {0};
  for (int n = 0; n < grid->numbers; n++) {
    for (int count = grid->numbers - 1; count > 0; count--) more[count] |= more[count - 1] & possible[n];
    more[0] |= possible[n];
  }
  for (int count = 1; count < grid->numbers; count++) {
    Cells narrow = more[count] & ~(count + 1 < grid->numbers ? more[count + 1] : 0);
    if (narrow) return lowest_cell(narrow);
  }
  return -1;
}
static int search_solution(const Grid *grid, Cells *possible, int8_t *answer) {
  k_look_up();
  if (!reduce(grid, possible)) return 0;
  int cell = narrowest(grid, possible);
  if (cell < 0) {
    for (int n = 0; n < grid->numbers; n++)
      for (Cells cells = possible[n]; cells; cells &= cells - 1) answer[lowest_cell(cells)] = (int8_t)(n + 1);
    return 1;
  }
  for (int n = 0; n < grid->numbers; n++)
    if (possible[n] >> cell & 1) {
      Cells tried[MOST_UNITS];
      memcpy(tried, possible, sizeof(Cells) * (size_t)grid->numbers);
      put_number(grid, tried, cell, n);
      if (search_solution(grid, tried, answer)) return 1;
    }
  return 0;
}
static int solved_now(const Grid *grid, const int8_t *given, int8_t *answer) {
  Cells possible[MOST_UNITS], everything = grid->cells == 128 ? ~(Cells)0 : ((Cells)1 << grid->cells) - 1;
  for (int n = 0; n < grid->numbers; n++) possible[n] = everything;
  for (int cell = 0; cell < grid->cells; cell++)
    if (given[cell]) {
      if (!(possible[given[cell] - 1] >> cell & 1)) return 0;
      put_number(grid, possible, cell, given[cell] - 1);
    }
  return search_solution(grid, possible, answer);
}
/* The numbers of all cells, or nothing; what was solved lately is known by heart. */
static int64_t k_solve_sudoku(
    const I *rows, const I *ends, int64_t units, int64_t cells, int64_t numbers, const I *given, int64_t count, I *out) {
  const Grid *grid = k_grid(rows, ends, units, cells, numbers);
  if (count != cells) FAULT(BROKEN);
  Solved asked;
  memset(&asked, 0, sizeof asked);
  asked.grid = grid;
  for (int64_t i = 0; i < count; i++) {
    if (given[i] < 0 || given[i] > numbers) return 0;
    asked.given[i] = (int8_t)given[i];
  }
  if (!k_solved && !(k_solved = calloc(SOLVED, sizeof(Solved)))) FAULT(NO_MEMORY);
  Solved *known = &k_solved[k_hash(2, given, count) % SOLVED];
  if (known->grid != grid || memcmp(known->given, asked.given, sizeof asked.given)) {
    asked.solved = (int8_t)solved_now(grid, asked.given, asked.answer);
    *known = asked;
  }
  for (int64_t i = 0; known->solved && i < count; i++) out[i] = known->answer[i];
  return known->solved ? count : 0;
}
