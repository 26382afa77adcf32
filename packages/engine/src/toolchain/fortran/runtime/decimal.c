/* decimal.c: decimals of plain reals under edit descriptors F, E, EN, ES, EX, D and G, and of list-directed output. 13.7.2.3 of Fortran 2018. */
#include "print.h"
#include "units.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double rounded_kind(double x, int kind) { return kind == 4 ? (double)(float)x : x; }

/* "%.*e" gives every digit of a double exactly; the other rounding modes look behind the cut. */
static int exact_digits(double x, int count, char *digits, int *exponent) {
  char text[DECIMAL_MOST + 400];
  snprintf(text, sizeof text, "%.*e", count - 1, fabs(x));
  int length = 0;
  const char *at = text;
  for (; *at && *at != 'e'; at++)
    if (*at != '.') digits[length++] = *at;
  digits[length] = 0;
  *exponent = x == 0 ? 0 : atoi(at + 1) + 1;
  return length;
}

/* Adds one unit of the last place. */
static void increase(char *digits, int count, int *exponent) {
  int i = count - 1;
  while (i >= 0 && digits[i] == '9') digits[i--] = '0';
  if (i >= 0) digits[i]++;
  else {
    memmove(digits + 1, digits, (size_t)count - 1);
    digits[0] = '1';
    ++*exponent;
  }
}

enum { ALL_DIGITS = 780 }; /* of any double */

/* Its first 36 digits as a number, 0.d1d2… * 10^exponent. */
static unsigned __int128 first_digits(double x, int *exponent) {
  char digits[40];
  unsigned __int128 number = 0;
  exact_digits(x, 36, digits, exponent);
  for (int i = 0; i < 36; i++) number = number * 10 + (unsigned)(digits[i] - '0');
  return number;
}
/* Half the way to a neighbour, less `excluded` of the last digit: 19 digits below 10^exponent. */
static uint64_t midway(unsigned __int128 number, double neighbour, int exponent, unsigned excluded) {
  int own;
  unsigned __int128 other = neighbour == 0 ? 0 : first_digits(neighbour, &own);
  for (; other && own < exponent; own++) other /= 10;
  return (uint64_t)(((number + other) / 2 - excluded) / 100000000000000000u);
}
/* The fewest digits between the middles to both neighbours, as flang's runtime chooses among them: those that both middles have, and the mean of the first
 * that differ, rounded up. They need not be the closest to x. */
static int shortest_digits(double x, int kind, char *digits, int *exponent) {
  double size = fabs(x), below = kind == 4 ? (double)nextafterf((float)size, 0) : nextafter(size, 0);
  double above = kind == 4 ? (double)nextafterf((float)size, INFINITY) : nextafter(size, INFINITY);
  if (isinf(above)) above = size;
  int top, ignored;
  first_digits(above, &top);
  unsigned __int128 number = first_digits(size, &ignored);
  if (ignored < top) number /= 10;
  uint64_t least = midway(number, below, top, 0), most = midway(number, above, top, 1);
  int dropped = 0;
  for (; least / 10 != most / 10; dropped++) least /= 10, most /= 10;
  most -= (most - least) / 2;
  while (most % 10 == 0) most /= 10, dropped++;
  int count = sprintf(digits, "%llu", (unsigned long long)most);
  *exponent = top - 19 + dropped + count;
  return count;
}

int decimal_digits(double x, int kind, int count, bool shortest, char *digits, int *exponent, enum rounding rounding) {
  if (shortest && x != 0) return shortest_digits(x, kind, digits, exponent);
  if (rounding == ROUND_NEAREST || x == 0) return exact_digits(x, count < 1 ? 1 : count, digits, exponent);
  char all[ALL_DIGITS + 2];
  int length = exact_digits(x, ALL_DIGITS, all, exponent);
  if (count > length) count = length;
  bool rest = false;
  for (int i = count; i < length; i++) rest |= all[i] != '0';
  bool up = rest && ((rounding == ROUND_UP && !signbit(x)) || (rounding == ROUND_DOWN && signbit(x)) || (rounding == ROUND_COMPATIBLE && all[count] >= '5'));
  memcpy(digits, all, (size_t)count);
  digits[count] = 0;
  if (up) increase(digits, count, exponent);
  return count;
}

static int sign_text(char *text, double x, const struct modes *modes) {
  if (signbit(x)) text[0] = '-';
  else if (modes->sign == SIGN_PLUS) text[0] = '+';
  else return 0;
  return 1;
}

static int stars(char *text, int width) {
  memset(text, '*', (size_t)width);
  return width;
}
/* To the right of a field; stars where it is too long. A field of width 0 is as long as it needs. */
static int fit(char *text, const char *made, int length, int width) {
  if (width <= 0) {
    memcpy(text, made, (size_t)length);
    return length;
  }
  if (length > width) return stars(text, width);
  memset(text, ' ', (size_t)(width - length));
  memcpy(text + width - length, made, (size_t)length);
  return width;
}

static int not_finite(char *text, double x, int width, const struct modes *modes) {
  char made[16];
  int length = 0;
  if (isnan(x)) length = sprintf(made, "NaN");
  else {
    length = isinf(x) && x < 0 ? sprintf(made, "-") : modes->sign == SIGN_PLUS ? sprintf(made, "+") : 0;
    length += sprintf(made + length, width >= 8 + length ? "Infinity" : "Inf");
    if (width > 0 && width < length && width >= 3 && x > 0) return fit(text, "Inf", 3, width);
  }
  return fit(text, made, length, width);
}

/* Digits of |x| * 10^scale with `decimals` behind the point. */
static int fixed(char *text, double x, int decimals, int width, const struct modes *modes, int scale) {
  char digits[ALL_DIGITS + 8], made[ALL_DIGITS + 420];
  int exponent, length = sign_text(made, x, modes), count;
  char first[4];
  decimal_digits(x, 8, 1, false, first, &exponent, ROUND_ZERO); /* where the first digit is */
  int wanted = exponent + scale + decimals; /* significant ones */
  if (x == 0 || wanted < 0) {
    count = 0;
    bool up = x != 0 && ((modes->rounding == ROUND_UP && !signbit(x)) || (modes->rounding == ROUND_DOWN && signbit(x)));
    exponent = -scale - decimals + (up ? 1 : 0);
    if (up) digits[count++] = '1';
  } else if (wanted == 0) { /* the unit of the last place, or nothing */
    char all[ALL_DIGITS + 2];
    int length = exact_digits(x, ALL_DIGITS, all, &exponent), rest = 1;
    while (rest < length && all[rest] == '0') rest++;
    bool isMore = all[0] > '5' || (all[0] == '5' && rest < length), isHalf = all[0] == '5' && rest == length;
    bool up = modes->rounding == ROUND_NEAREST ? isMore
        : modes->rounding == ROUND_COMPATIBLE  ? isMore || isHalf
                                               : modes->rounding == (signbit(x) ? ROUND_DOWN : ROUND_UP);
    count = 0;
    exponent = -scale - decimals + (up ? 1 : 0);
    if (up) digits[count++] = '1';
  } else {
    count = decimal_digits(x, 8, wanted > ALL_DIGITS ? ALL_DIGITS : wanted, false, digits, &exponent, modes->rounding);
  }
  int before = exponent + scale;
  int start = length;
  if (before <= 0 || count == 0) made[length++] = '0';
  for (int i = 0; count && i < before; i++) made[length++] = i < count ? digits[i] : '0';
  made[length++] = modes->decimalComma ? ',' : '.';
  for (int i = 0; i < decimals; i++) {
    int at = before + i;
    made[length++] = count && at >= 0 && at < count ? digits[at] : '0';
  }
  /* The zero before the point is optional where the field is too narrow, and left out where it is as narrow as can be. */
  if (made[start] == '0' && made[start + 1] != '0' && (made[start + 1] < '0' || made[start + 1] > '9') && decimals > 0 && (width == 0 || length > width)) {
    memmove(made + start, made + start + 1, (size_t)(length - start - 1));
    length--;
  }
  return fit(text, made, length, width);
}

/* The exponent with its letter; 0: it does not fit. */
static int exponent_text(char *text, int exponent, int places, char letter) {
  int size = abs(exponent);
  char sign = exponent < 0 ? '-' : '+';
  if (places < 0) {
    if (size <= 99) return sprintf(text, "%c%c%02d", letter, sign, size);
    return size <= 999 ? sprintf(text, "%c%03d", sign, size) : 0;
  }
  if (places == 0) return sprintf(text, "%c%c%d", letter, sign, size);
  int length = sprintf(text, "%c%c%0*d", letter, sign, places, size);
  return length > places + 2 ? 0 : length;
}

/* `before` digits in front of the point, `zeros` zeros behind it before the rest, `after` digits behind it. */
static int scientific(char *text, double x, const struct edit *edit, const struct modes *modes, int kind) {
  (void)kind;
  char digits[ALL_DIGITS + 8], made[DECIMAL_MOST + 400], tail[16];
  int decimals = edit->digits < 0 ? 6 : edit->digits > 380 ? 380 : edit->digits, exponent, before, zeros = 0, count;
  char first[4];
  decimal_digits(x, 8, 1, false, first, &exponent, ROUND_ZERO);
  int scale = modes->scale;
  if (edit->letter == 'S') before = 1;
  else if (edit->letter == 'N') before = x == 0 ? 1 : ((exponent - 1) % 3 + 3) % 3 + 1;
  else if (scale > 0) before = scale;
  else {
    before = 0;
    zeros = -scale;
  }
  int after = edit->letter == 'S' || edit->letter == 'N' ? decimals : scale > 0 ? decimals - scale + 1 : decimals;
  if (after < 0 || zeros > decimals) return stars(text, edit->width > 0 ? edit->width : 1);
  count = before + after - zeros;
  int old = exponent;
  if (count > 0) decimal_digits(x, 8, count, false, digits, &exponent, modes->rounding);
  if (edit->letter == 'N' && x != 0 && exponent != old) { /* 999.9 became 1000 */
    before = ((exponent - 1) % 3 + 3) % 3 + 1;
    count = before + after;
    decimal_digits(x, 8, count, false, digits, &exponent, modes->rounding);
  }
  int shown = x == 0 ? 0 : exponent - before + zeros;
  int length = sign_text(made, x, modes), start = length;
  for (int i = 0; i < before; i++) made[length++] = digits[i];
  if (before == 0) made[length++] = '0';
  made[length++] = modes->decimalComma ? ',' : '.';
  for (int i = 0; i < zeros; i++) made[length++] = '0';
  for (int i = before; i < count; i++) made[length++] = digits[i];
  int more = exponent_text(tail, shown, edit->exponent, edit->letter == 'D' ? 'D' : 'E');
  if (!more) return stars(text, edit->width > 0 ? edit->width : length + 4);
  memcpy(made + length, tail, (size_t)more);
  length += more;
  if (before == 0 && (edit->width == 0 || (edit->width > 0 && length > edit->width))) {
    memmove(made + start, made + start + 1, (size_t)(length - start - 1));
    length--;
  }
  return fit(text, made, length, edit->width);
}

static int listed_real(char *text, double x, int kind, const struct modes *modes);
static int general(char *text, const struct edit *edit, const struct modes *modes, double x, int kind) {
  if (edit->width == 0 && edit->digits < 0) return listed_real(text, x, kind, modes);
  int decimals = edit->digits < 0 ? 6 : edit->digits, exponent;
  char digits[ALL_DIGITS + 8];
  if (x == 0) exponent = 1;
  else decimal_digits(x, 8, decimals < 1 ? 1 : decimals, false, digits, &exponent, modes->rounding);
  if (decimals == 0 || exponent < 0 || exponent > decimals) {
    struct edit e = *edit;
    e.letter = 'E';
    if (e.width == 0 && e.exponent < 0) e.exponent = 0;
    return scientific(text, x, &e, modes, kind);
  }
  int blanks = edit->width == 0 ? 0 : edit->exponent < 0 ? 4 : edit->exponent + 2;
  if (edit->width > 0 && edit->width <= blanks) return stars(text, edit->width);
  int length = fixed(text, x, decimals - exponent, edit->width <= 0 ? 0 : edit->width - blanks, modes, 0);
  if (text[0] == '*') return stars(text, edit->width);
  memset(text + length, ' ', (size_t)blanks);
  return length + blanks;
}

/* EX: hexadecimal, as flang writes it: the digit before the point is at least 8, but for zero. Without digits behind the point as many as there are. */
static int hexadecimal(char *text, const struct edit *edit, const struct modes *modes, double x) {
  enum { BITS = 52 }; /* behind the first digit */
  char made[DECIMAL_MOST + 32], tail[16];
  int exponent = 0, length = sign_text(made, x, modes), places = edit->digits > 0 ? edit->digits : 0;
  uint64_t bits = x == 0 ? 0 : (uint64_t)ldexp(frexp(fabs(x), &exponent), BITS + 4);
  if (places > 0 && places < BITS / 4) {
    uint64_t unit = (uint64_t)1 << (BITS - 4 * places), rest = bits & (unit - 1), half = unit / 2;
    bits -= rest;
    bool isOdd = bits & unit, toNearest = modes->rounding == ROUND_NEAREST || modes->rounding == ROUND_COMPATIBLE;
    bool up = toNearest ? rest > half || (rest == half && (isOdd || modes->rounding == ROUND_COMPATIBLE))
                        : rest != 0 && modes->rounding == (signbit(x) ? ROUND_DOWN : ROUND_UP);
    if (up && (bits += unit) >> (BITS + 4)) bits >>= 1, exponent++;
  }
  length += sprintf(made + length, "0X%X%c", (unsigned)(bits >> BITS), modes->decimalComma ? ',' : '.');
  uint64_t behind = bits & (((uint64_t)1 << BITS) - 1);
  for (int i = 0; places ? i < places && i < 380 : behind != 0; i++) {
    made[length++] = "0123456789ABCDEF"[behind >> (BITS - 4)];
    behind = (behind << 4) & (((uint64_t)1 << BITS) - 1);
  }
  int more = exponent_text(tail, x == 0 ? 0 : exponent - 4, edit->exponent < 0 ? 0 : edit->exponent, 'P');
  if (!more) return stars(text, edit->width > 0 ? edit->width : length + 4);
  memcpy(made + length, tail, (size_t)more);
  return fit(text, made, length + more, edit->width);
}

static int formatted_real(char *text, const struct edit *edit, const struct modes *modes, double x, int kind) {
  x = rounded_kind(x, kind);
  struct edit bounded = *edit;
  if (bounded.width > DECIMAL_MOST - 8) bounded.width = DECIMAL_MOST - 8;
  if (!isfinite(x)) return not_finite(text, x, bounded.width, modes);
  switch (edit->letter) {
  case 'F': return fixed(text, x, bounded.digits < 0 ? 6 : bounded.digits > 300 ? 300 : bounded.digits, bounded.width < 0 ? 0 : bounded.width, modes, modes->scale);
  case 'G': return general(text, &bounded, modes, x, kind);
  case 'X': return hexadecimal(text, &bounded, modes, x);
  default: return scientific(text, x, &bounded, modes, kind);
  }
}

/* As many digits as tell the number from its neighbours; fixed where it is at least a tenth and its digits reach the point. */
static int listed_real(char *text, double x, int kind, const struct modes *modes) {
  x = rounded_kind(x, kind);
  if (!isfinite(x)) return not_finite(text, x, 0, modes);
  char digits[40];
  int exponent, count = decimal_digits(x, kind, 0, true, digits, &exponent, modes->rounding);
  int most = kind == 4 ? 6 : 15;
  char point = modes->decimalComma ? ',' : '.';
  int length = sign_text(text, x, modes);
  if (x == 0) return length + sprintf(text + length, "0%c", point);
  char first[4];
  int size; /* of the number rounded to one digit */
  decimal_digits(x, kind, 1, false, first, &size, ROUND_NEAREST);
  if (size < 0 || size > most) {
    text[length++] = digits[0];
    text[length++] = point;
    memcpy(text + length, digits + 1, (size_t)count - 1);
    length += count - 1;
    return length + sprintf(text + length, "E%c%02d", exponent > 0 ? '+' : '-', abs(exponent - 1));
  }
  for (int i = 0; i < exponent; i++) text[length++] = i < count ? digits[i] : '0';
  text[length++] = point;
  for (int i = exponent; i < 0; i++) text[length++] = '0';
  for (int i = exponent < 0 ? 0 : exponent; i < count; i++) text[length++] = digits[i];
  return length;
}

int real_text(char *text, const struct edit *edit, const struct modes *modes, double x, int kind) {
  ux_converting = true;
  int length = formatted_real(text, edit, modes, x, kind);
  ux_converting = false;
  return length;
}
int list_real_text(char *text, double x, int kind, const struct modes *modes) {
  ux_converting = true;
  int length = listed_real(text, x, kind, modes);
  ux_converting = false;
  return length;
}
