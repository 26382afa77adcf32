/* decimal.c: a plain double in decimal, as printf of the C library has it, to the last digit. That computes in long doubles, which are software here; the numbers
 * that programs print fit 128 bits. Only integers: nothing here can be uncertain. */
#include "print.h"
#include "uncertain.h"

enum { MOST_POWER = 19, MOST_WIDTH = 64, DEFAULT_PRECISION = 6 };
static const uint64_t POWERS[MOST_POWER + 1] = {
  1ULL, 10ULL, 100ULL, 1000ULL, 10000ULL, 100000ULL, 1000000ULL, 10000000ULL, 100000000ULL, 1000000000ULL, 10000000000ULL, 100000000000ULL,
  1000000000000ULL, 10000000000000ULL, 100000000000000ULL, 1000000000000000ULL, 10000000000000000ULL, 100000000000000000ULL, 1000000000000000000ULL,
  10000000000000000000ULL,
};

/* mantissa * 2^exponent */
struct binary {
  uint64_t mantissa;
  int exponent;
};
/* What is dropped, against half of the last place. */
enum rest { NONE, BELOW, HALF, ABOVE };
struct scaled {
  uint64_t whole;
  enum rest rest;
};

/* x * 10^power. False: it does not fit. */
static bool scale(struct binary x, int power, struct scaled *result) {
  if (power > MOST_POWER || power < -MOST_POWER) return false;
  if (power < 0) {
    uint64_t dividend = x.mantissa, divisor = POWERS[-power];
    if (x.exponent > 11 || (x.exponent < 0 && (x.exponent < -63 || divisor >> (64 + x.exponent)))) return false;
    if (x.exponent > 0) dividend <<= x.exponent;
    else divisor <<= -x.exponent;
    uint64_t left = dividend % divisor, other = divisor - left;
    *result = (struct scaled){ dividend / divisor, !left ? NONE : left < other ? BELOW : left == other ? HALF : ABOVE };
    return true;
  }
  unsigned __int128 product = (unsigned __int128)x.mantissa * POWERS[power]; /* below 2^117 */
  if (x.exponent >= 0) {
    if (x.exponent > 63 || product >> (64 - x.exponent)) return false;
    *result = (struct scaled){ (uint64_t)product << x.exponent, NONE };
    return true;
  }
  int dropped = -x.exponent;
  if (dropped > 127) {
    *result = (struct scaled){ 0, product ? BELOW : NONE };
    return true;
  }
  unsigned __int128 whole = product >> dropped, left = product - (whole << dropped), half = (unsigned __int128)1 << (dropped - 1);
  if (whole >> 64) return false;
  *result = (struct scaled){ (uint64_t)whole, !left ? NONE : left < half ? BELOW : left == half ? HALF : ABOVE };
  return true;
}

/* To nearest, ties to even: WebAssembly has no other way. */
static uint64_t rounded(struct scaled x) { return x.whole + (x.rest == ABOVE || (x.rest == HALF && (x.whole & 1))); }

/* The first `digits` digits of x, not 0, as a whole number of that many, and the power of ten of the first. */
static bool leading(struct binary x, int digits, uint64_t *number, int *exponent) {
  int bits = 63 - __builtin_clzll(x.mantissa) + x.exponent;
  int guess = bits * 1233 >> 12; /* bits * log10(2), at most one too low or too high */
  struct scaled found;
  for (int tries = 0;; tries++) {
    if (tries == 3 || !scale(x, digits - 1 - guess, &found)) return false;
    if (found.whole < POWERS[digits - 1]) guess--;
    else if (found.whole >= POWERS[digits]) guess++;
    else break;
  }
  *number = rounded(found);
  if (*number == POWERS[digits]) {
    *number = POWERS[digits - 1];
    guess++;
  }
  *exponent = guess;
  return true;
}

/* Texts are written from their end, so that nothing has to be moved. */

/* At least `least` digits. */
static char *putDigits(uint64_t number, int least, char *at) {
  char *start = at - least;
  for (; number > UINT32_MAX; number /= 1000000000) {
    uint32_t nine = (uint32_t)(number % 1000000000);
    for (int i = 0; i < 9; i++, nine /= 10) *--at = (char)('0' + nine % 10);
  }
  for (uint32_t left = (uint32_t)number; left; left /= 10) *--at = (char)('0' + left % 10);
  while (at > start) *--at = '0';
  return at;
}

/* number / 10^decimals */
static char *putFixed(uint64_t number, int decimals, bool hasPoint, char *at) {
  if (!decimals) {
    if (hasPoint) *--at = '.';
    return putDigits(number, 1, at);
  }
  uint64_t whole = decimals > MOST_POWER ? 0 : number / POWERS[decimals], rest = decimals > MOST_POWER ? number : number % POWERS[decimals];
  at = putDigits(rest, decimals, at);
  *--at = '.';
  return putDigits(whole, 1, at);
}

/* Without the sign. NULL: it is left to the C library. */
static char *putNumber(struct binary x, char letter, bool alternate, int precision, char *at) {
  char kind = letter | 32;
  struct scaled found;
  if (kind == 'f') {
    if (!scale(x, precision, &found)) return 0;
    uint64_t number = rounded(found);
    return number < found.whole ? 0 /* it became 2^64 */ : putFixed(number, precision, alternate, at);
  }
  int digits = kind == 'e' ? precision + 1 : precision ? precision : 1, exponent = 0;
  uint64_t number = 0;
  if (digits > MOST_POWER || (x.mantissa && !leading(x, digits, &number, &exponent))) return 0;
  bool isFixed = kind == 'g' && exponent < digits && exponent >= -4;
  int decimals = isFixed ? digits - 1 - exponent : digits - 1;
  if (kind == 'g' && !alternate) {
    for (; decimals > 0 && number % 10 == 0; decimals--) number /= 10;
  }
  if (!isFixed) {
    at = putDigits(exponent < 0 ? -exponent : exponent, 2, at);
    *--at = exponent < 0 ? '-' : '+';
    *--at = letter - kind + 'e';
  }
  return putFixed(number, decimals, alternate, at);
}

static bool isPossible(int width) { return width <= MOST_WIDTH && width >= -MOST_WIDTH; }

/* Where the number itself ends: on both sides there is room for padding. */
static char *numberEnd(struct ux_decimal *text) { return text->room + sizeof text->room - MOST_WIDTH; }

static bool finish(struct ux_decimal *text, char *at, bool isNegative, unsigned flags, int width) {
  char *end = numberEnd(text);
  int wanted = width < 0 ? -width : width, sign = isNegative ? '-' : flags & UX_PLUS ? '+' : flags & UX_SPACE ? ' ' : 0;
  bool isLeft = flags & UX_LEFT || width < 0;
  if (!isLeft && flags & UX_ZERO)
    while (end - at + (sign != 0) < wanted) *--at = '0';
  if (sign) *--at = (char)sign;
  if (isLeft)
    while (end - at < wanted) *end++ = ' ';
  else
    while (end - at < wanted) *--at = ' ';
  text->start = at;
  text->length = (size_t)(end - at);
  return true;
}

bool ux_decimal(struct ux_decimal *text, double number, char letter, unsigned flags, int width, int precision) {
  uint64_t bits = ux_bits(number), fraction = bits & 0xfffffffffffff;
  int exponent = (int)(bits >> 52 & 0x7ff);
  if (precision < 0) precision = DEFAULT_PRECISION;
  if (exponent == 0x7ff || precision > MOST_POWER || !isPossible(width) || letter == 'a' || letter == 'A') return false;
  struct binary x = { exponent ? fraction | 1ULL << 52 : fraction, exponent ? exponent - 1075 : -1074 };
  char *start = putNumber(x, letter, flags & UX_ALTERNATE, precision, numberEnd(text));
  return start && finish(text, start, bits >> 63, flags, width);
}

bool ux_integer(struct ux_decimal *text, int32_t number, unsigned flags, int width) {
  uint32_t size = number < 0 ? -(uint32_t)number : (uint32_t)number;
  return isPossible(width) && finish(text, putDigits(size, 1, numberEnd(text)), number < 0, flags, width);
}
