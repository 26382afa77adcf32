/* number-input.c: numbers and logical values from text, as input has them. A text with a tail gives its uncertain value. */
#include "input.h"
#include "uncertain.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool bad(cookie s, const char *text, size_t length, const char *what) {
  return io_error(s, ERROR_BAD_NUMBER, "'%.*s' is no %s", (int)(length < 40 ? length : 40), text, what);
}
bool parse_integer(cookie s, const char *text, size_t length, int kind, void *to) {
  size_t at = 0;
  bool negative = false;
  if (at < length && (text[at] == '-' || text[at] == '+')) negative = text[at++] == '-';
  uint64_t value = 0, most = kind >= 8 ? INT64_MAX : (1ull << (8 * kind - 1)) - 1;
  if (at == length && (at == 0 || s->transfer != FORMATTED)) return bad(s, text, length, "integer"); /* a sign alone is 0, as with parse_real */
  if (kind > 8) {
    unsigned __int128 wide = 0, limit = (unsigned __int128)-1 >> 1;
    for (; at < length; at++) {
      if (!isdigit((unsigned char)text[at])) return bad(s, text, length, "integer");
      unsigned digit = (unsigned)(text[at] - '0');
      if (wide > (limit + negative - digit) / 10) return io_error(s, ERROR_BAD_NUMBER, "%.*s does not fit into an integer of kind %d", (int)length, text, kind);
      wide = wide * 10 + digit;
    }
    if (negative) wide = -wide;
    memcpy(to, &wide, sizeof wide);
    return true;
  }
  for (; at < length; at++) {
    if (!isdigit((unsigned char)text[at])) return bad(s, text, length, "integer");
    uint64_t digit = (uint64_t)(text[at] - '0');
    if (value > (most + negative - digit) / 10) return io_error(s, ERROR_BAD_NUMBER, "%.*s does not fit into an integer of kind %d", (int)length, text, kind);
    value = value * 10 + digit;
  }
  store_integer(to, kind, negative ? (int64_t)-value : (int64_t)value);
  return true;
}

void store_real(void *to, int kind, double value) {
  if (kind == 4) {
    float narrow = (float)value;
    memcpy(to, &narrow, 4);
  } else memcpy(to, &value, 8);
}
static bool starts(const char *text, size_t length, const char *word) {
  for (size_t i = 0; word[i]; i++)
    if (i >= length || toupper((unsigned char)text[i]) != word[i]) return false;
  return true;
}
/* A decimal as Fortran writes it: the exponent's letter may be D or Q, or missing in front of its sign. A tail may follow. `decimals`: digits behind a point
 * that is not written; `scale`: of P, where there is no exponent.
 * Under a format a field without digits, such as `+` or `E+00`, is zero: so do other compilers, for files that programs of their time wrote. */
bool parse_real(cookie s, const char *text, size_t length, int kind, int decimals, int scale, void *to) {
  char made[512];
  size_t at = 0, count = 0;
  bool hasPoint = false, hasExponent = false, digits = false, mayLack = s->transfer == FORMATTED && length > 0;
  if (at < length && (text[at] == '+' || text[at] == '-')) made[count++] = text[at++];
  if (starts(text + at, length - at, "INF") || starts(text + at, length - at, "NAN")) {
    double special = toupper((unsigned char)text[at]) == 'I' ? (count && made[0] == '-' ? -INFINITY : INFINITY) : (double)NAN;
    store_real(to, kind, special);
    return true;
  }
  if (at + 1 < length && text[at] == '0' && (text[at + 1] | 0x20) == 'x') { /* a hexadecimal significand */
    while (at < length && count < 400) made[count++] = text[at++];
    char *end;
    made[count] = 0;
    double value = strtod(made, &end);
    if (*end) return bad(s, text, length, "real number");
    store_real(to, kind, value);
    return true;
  }
  for (; at < length && count < 400; at++) {
    char c = text[at];
    if (isdigit((unsigned char)c)) {
      digits = true;
      made[count++] = c;
    } else if ((c == '.' || (c == ',' && s->modes.decimalComma)) && !hasPoint && !hasExponent) {
      hasPoint = true;
      made[count++] = '.';
    } else if (strchr("eEdDqQ", c) && (digits || mayLack) && !hasExponent) {
      hasExponent = true;
      if (!digits) made[count++] = '0';
      made[count++] = 'e';
      at++;
      break;
    } else if ((c == '+' || c == '-') && digits && !hasExponent) {
      hasExponent = true;
      made[count++] = 'e';
      break;
    } else break;
  }
  if (hasExponent) {
    if (at < length && (text[at] == '+' || text[at] == '-')) made[count++] = text[at++];
    size_t before = count;
    while (at < length && isdigit((unsigned char)text[at]) && count < 480) made[count++] = text[at++];
    if (count == before) return bad(s, text, length, "real number");
  }
  if (!digits && !(at < length && text[at] == 'U')) {
    if (!mayLack || at < length) return bad(s, text, length, "real number");
    if (!hasExponent) made[count++] = '0';
  }
  if (!hasExponent && digits) count += (size_t)snprintf(made + count, 24, "e%d", -scale - (hasPoint ? 0 : decimals));
  made[count] = 0;
  if (at < length && text[at] == 'U' && at + 1 < length && text[at + 1] == 'x') { /* with the tail, as strtod reads it */
    char *whole = memory((int64_t)(count + length - at + 1)), *end;
    memcpy(whole, made, count);
    if (!hasExponent && digits && !decimals && !scale) count = strcspn(whole, "e");
    memcpy(whole + count, text + at, length - at);
    whole[count + length - at] = 0;
    double value = strtod(whole, &end);
    bool all = !*end;
    free(whole);
    if (!all) return bad(s, text, length < 30 ? length : 30, "uncertain number");
    if (kind == 4) {
      float narrow = ux_narrow(value);
      memcpy(to, &narrow, 4);
    } else memcpy(to, &value, 8);
    return true;
  }
  if (at != length) return bad(s, text, length, "real number");
  double value = kind == 4 ? (double)strtof(made, 0) : strtod(made, 0);
  store_real(to, kind, value);
  if (isinf(value)) return io_error(s, ERROR_BAD_NUMBER, "%.*s does not fit into a real number of kind %d", (int)(length < 40 ? length : 40), text, kind);
  return true;
}
bool parse_logical(cookie s, const char *text, size_t length, bool *to) {
  size_t at = length && text[0] == '.' ? 1 : 0;
  int c = at < length ? toupper((unsigned char)text[at]) : 0;
  if (c != 'T' && c != 'F') return bad(s, text, length, "logical value");
  *to = c == 'T';
  return true;
}
