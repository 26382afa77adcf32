/* bytes.c: Ux bytes, and the plain print of older programs. */
#include "uncertain.h"
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

enum { DOUBLE_FORM = 64, FLOAT_FORM = 32 };

static ssize_t toBytes(double value, uint8_t *buffer, size_t size, int form) {
  if (!buffer) return -1;
  return ux_tobytes(ux_bits(value), (int)(intptr_t)buffer, size > INT32_MAX ? INT32_MAX : size, form);
}
ssize_t UxHwDoubleDistributionToByteArray(double value, uint8_t *buffer, size_t size) { return toBytes(value, buffer, size, DOUBLE_FORM); }
ssize_t UxHwFloatDistributionToByteArray(float value, uint8_t *buffer, size_t size) {
  return toBytes(ux_widen(value), buffer, size, FLOAT_FORM);
}

static double fromBytes(uint8_t *buffer, size_t size, int form) {
  if (!buffer || size > INT32_MAX) return NAN;
  uint64_t bits = ux_frombytes((int)(intptr_t)buffer, size, form);
  return bits == UX_MALFORMED ? NAN : ux_double(bits);
}
double UxHwDoubleByteArrayToDistribution(uint8_t *buffer, size_t size) { return fromBytes(buffer, size, DOUBLE_FORM); }
float UxHwFloatByteArrayToDistribution(uint8_t *buffer, size_t size) { return ux_narrow(fromBytes(buffer, size, FLOAT_FORM)); }

/* Behind the particle: marker and type 4, samples 8, mean 8, N 4, and 16 for each Dirac delta. In the tail each takes 32 characters
 * after "Ux" and 42 of header. See docs/engine/ux-data.md. */
static size_t bytesBehindParticle(double value) {
  int characters = ux_is_uncertain(value) ? ux_tail(ux_bits(value), 0, 0) : 0;
  return 24 + 16 * (size_t)(characters > 44 ? (characters - 44) / 32 : 1);
}
size_t UxHwDoubleGetSizeOfDistributionByteArrayInBytes(double value) { return sizeof(double) + bytesBehindParticle(value); }
size_t UxHwFloatGetSizeOfDistributionByteArrayInBytes(float value) { return sizeof(float) + bytesBehindParticle(ux_widen(value)); }

void UxHwDoublePrint(double value) { printf("%f", value); }
void UxHwFloatPrint(float value) { printf("%f", ux_widen(value)); }
