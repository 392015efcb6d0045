/* Cascades: as in library/steps/cascade.py. New values come from the tape of a stream: see streams.py. */
enum { TAPE = 256, TAPES = 64 };
typedef struct { int64_t seed, block; int32_t stream, limit; uint8_t filled, numbers[TAPE]; } NumberTape;
LOCAL NumberTape k_tapes[TAPES];

/* The names of the streams are told from outside: no text of a spec stands here. */
static char k_stream_names[STREAMS + 1][MOST_NAME + 1];
static int64_t k_stream_lengths[STREAMS + 1];
int64_t tw_name_stream(int64_t number, const char *name, int64_t length) {
  if (number < 0 || number >= STREAMS || length < 0 || length > MOST_NAME) return -1;
  memcpy(k_stream_names[number], name, (size_t)length);
  k_stream_lengths[number] = length;
  return 0;
}
static const uint8_t *k_tape(int64_t seed, int64_t stream, int64_t limit, int64_t block) {
  NumberTape *tape = &k_tapes[k_mixed((uint64_t)(seed * 31 + stream * 7 + limit + block * 131)) % TAPES];
  if (tape->filled && tape->seed == seed && tape->stream == stream && tape->limit == limit && tape->block == block)
    return tape->numbers;
  char text[168];
  size_t count = digits_of((uint64_t)seed, text);
  text[count++] = '/';
  memcpy(text + count, k_stream_names[stream], (size_t)k_stream_lengths[stream]);
  count += (size_t)k_stream_lengths[stream];
  memcpy(text + count, "/numbers ", 9);
  count += 9;
  count += digits_of((uint64_t)block, text + count);
  Shake shake;
  shake_begin(&shake, text, count);
  int fair = (int)(256 - 256 % limit);
  for (int i = 0; i < TAPE;) {
    uint8_t byte = shake_byte(&shake);
    if (byte < fair) tape->numbers[i++] = (uint8_t)(byte % limit);
  }
  tape->seed = seed;
  tape->stream = (int32_t)stream;
  tape->limit = (int32_t)limit;
  tape->block = block;
  tape->filled = 1;
  return tape->numbers;
}
static void k_cascade(
    S *s, uint8_t *column, const I *lines, const I *line_ends, int64_t line_count, const I *falls, const I *fall_ends,
    int64_t fall_count, int64_t least, int64_t first, int64_t last, int64_t stream, const I *values, int64_t value_count,
    I *waves, int64_t *wave_count, int64_t wave_room, I *sites, int64_t *site_count, int64_t site_room) {
  uint8_t hit[SITES + 1];
  *wave_count = *site_count = 0;
  for (;;) {
    int64_t count = 0;
    memset(hit, 0, sizeof hit);
    for (int64_t l = 0; l < line_count; l++) {
      const I *line = lines + line_ends[l];
      int64_t length = line_ends[l + 1] - line_ends[l], start = 0;
      for (int64_t end = 1; end <= length; end++) {
        if (end < length && column[line[end]] == column[line[start]]) continue;
        if (end - start >= least && column[line[start]])
          for (int64_t i = start; i < end; i++) { count += !hit[line[i]]; hit[line[i]] = 1; }
        start = end;
      }
    }
    if (!count) return;
    k_look_up();
    if (*wave_count >= wave_room) FAULT(BROKEN);
    waves[(*wave_count)++] = (I)count;
    for (int64_t i = first; i <= last; i++)
      if (hit[i]) {
        column[i] = 0;
        if (site_room) {
          if (*site_count >= site_room) FAULT(NO_ROOM);
          sites[(*site_count)++] = (I)i;
        }
      }
    for (int64_t l = 0; l < fall_count; l++) {
      const I *line = falls + fall_ends[l];
      int64_t landing = fall_ends[l + 1] - fall_ends[l] - 1;
      for (int64_t i = landing; i >= 0; i--)
        if (column[line[i]]) {
          if (i < landing) { column[line[landing]] = column[line[i]]; column[line[i]] = 0; }
          landing--;
        }
    }
    if (stream < 0) continue;
    int64_t *cursor = k_cursor(s, stream);
    if (*cursor < 0) continue;
    if (value_count <= 0 || value_count > 256) FAULT(BROKEN);
    int64_t block = -1;
    const uint8_t *tape = NULL;
    for (int64_t i = first; i <= last; i++)
      if (!column[i]) {
        if (*cursor / TAPE != block) {
          block = *cursor / TAPE;
          tape = k_tape(k_seed(s), stream, value_count, block);
        }
        column[i] = (uint8_t)values[tape[*cursor % TAPE]];
        ++*cursor;
      }
  }
}
