/* BLAKE2b and SHAKE-128, by their specifications (RFC 7693, FIPS 202): what streams.py takes its numbers from. */
static const uint64_t BLAKE_START[8] = {
    0x6a09e667f3bcc908ull, 0xbb67ae8584caa73bull, 0x3c6ef372fe94f82bull, 0xa54ff53a5f1d36f1ull,
    0x510e527fade682d1ull, 0x9b05688c2b3e6c1full, 0x1f83d9abfb41bd6bull, 0x5be0cd19137e2179ull};
static const uint8_t BLAKE_ORDER[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
static inline uint64_t turned_right(uint64_t v, int by) { return v >> by | v << (64 - by); }
static inline uint64_t turned_left(uint64_t v, int by) { return by ? v << by | v >> (64 - by) : v; }

/* The first eight bytes of BLAKE2b of a short text, as a big-endian number: `streams._base`. */
static uint64_t blake_of(const char *text, size_t length) {
  uint64_t h[8], v[16], m[16] = {0};
  memcpy(h, BLAKE_START, sizeof h);
  h[0] ^= 0x01010000ull ^ 8; /* eight bytes are asked for, without a key */
  memcpy(m, text, length);
  for (int i = 0; i < 8; i++) { v[i] = h[i]; v[i + 8] = BLAKE_START[i]; }
  v[12] ^= length;
  v[14] = ~v[14];
#define MIX(a, b, c, d, x, y) \
  v[a] += v[b] + (x); v[d] = turned_right(v[d] ^ v[a], 32); v[c] += v[d]; v[b] = turned_right(v[b] ^ v[c], 24); \
  v[a] += v[b] + (y); v[d] = turned_right(v[d] ^ v[a], 16); v[c] += v[d]; v[b] = turned_right(v[b] ^ v[c], 63);
  for (int r = 0; r < 12; r++) {
    const uint8_t *o = BLAKE_ORDER[r % 10];
    MIX(0, 4, 8, 12, m[o[0]], m[o[1]]) MIX(1, 5, 9, 13, m[o[2]], m[o[3]])
    MIX(2, 6, 10, 14, m[o[4]], m[o[5]]) MIX(3, 7, 11, 15, m[o[6]], m[o[7]])
    MIX(0, 5, 10, 15, m[o[8]], m[o[9]]) MIX(1, 6, 11, 12, m[o[10]], m[o[11]])
    MIX(2, 7, 8, 13, m[o[12]], m[o[13]]) MIX(3, 4, 9, 14, m[o[14]], m[o[15]])
  }
#undef MIX
  uint64_t first = h[0] ^ v[0] ^ v[8];
  return __builtin_bswap64(first);
}
/* A number in digits; gives how many there are. */
static size_t digits_of(uint64_t number, char *out) {
  char turned[20];
  size_t count = 0;
  do turned[count++] = (char)('0' + number % 10); while (number /= 10);
  for (size_t i = 0; i < count; i++) out[i] = turned[count - 1 - i];
  return count;
}

static void keccak(uint64_t *a) {
  static const uint64_t ROUND[24] = {
      0x0000000000000001ull, 0x0000000000008082ull, 0x800000000000808aull, 0x8000000080008000ull, 0x000000000000808bull,
      0x0000000080000001ull, 0x8000000080008081ull, 0x8000000000008009ull, 0x000000000000008aull, 0x0000000000000088ull,
      0x0000000080008009ull, 0x000000008000000aull, 0x000000008000808bull, 0x800000000000008bull, 0x8000000000008089ull,
      0x8000000000008003ull, 0x8000000000008002ull, 0x8000000000000080ull, 0x000000000000800aull, 0x800000008000000aull,
      0x8000000080008081ull, 0x8000000000008080ull, 0x0000000080000001ull, 0x8000000080008008ull};
  for (int round = 0; round < 24; round++) {
    uint64_t columns[5], moved[25];
    for (int x = 0; x < 5; x++) columns[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int i = 0; i < 25; i++) a[i] ^= columns[(i + 4) % 5] ^ turned_left(columns[(i + 1) % 5], 1);
    moved[0] = a[0];
    int x = 1, y = 0;
    for (int t = 0; t < 24; t++) {
      int to = (2 * x + 3 * y) % 5;
      moved[y + 5 * to] = turned_left(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
      x = y;
      y = to;
    }
    for (int row = 0; row < 25; row += 5)
      for (int i = 0; i < 5; i++) a[row + i] = moved[row + i] ^ (~moved[row + (i + 1) % 5] & moved[row + (i + 2) % 5]);
    a[0] ^= ROUND[round];
  }
}
enum { SHAKE_RATE = 168 };
typedef struct { uint64_t a[25]; int used; } Shake;
/* SHAKE-128 of a short text. */
static void shake_begin(Shake *shake, const char *text, size_t length) {
  uint8_t block[SHAKE_RATE] = {0};
  memcpy(block, text, length);
  block[length] = 0x1f;
  block[SHAKE_RATE - 1] |= 0x80;
  memset(shake->a, 0, sizeof shake->a);
  for (int i = 0; i < SHAKE_RATE; i++) shake->a[i / 8] ^= (uint64_t)block[i] << 8 * (i % 8);
  keccak(shake->a);
  shake->used = 0;
}
static uint8_t shake_byte(Shake *shake) {
  if (shake->used == SHAKE_RATE) { keccak(shake->a); shake->used = 0; }
  uint8_t found = (uint8_t)(shake->a[shake->used / 8] >> 8 * (shake->used % 8));
  shake->used++;
  return found;
}
