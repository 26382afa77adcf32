/* handle.h: how a double, or a float, carries a handle.
 * An uncertain double is a quiet NaN whose bits 48..62 are 0x7FFD and whose low 48 bits are a handle, never 0.
 * An uncertain float is a quiet NaN (bits 22..30 set) whose low 22 bits are a handle, never 0.
 * The sign bit means "negated", so the hardware may flip it freely. Every other NaN, the canonical one among them, is an
 * ordinary NaN and passes through untouched. Source: IEEE 754-2019 §6.2.1 leaves a quiet NaN's payload to us. */
#ifndef UX_HANDLE_H
#define UX_HANDLE_H
#include "abi.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { HANDLE_BITS64 = 48, HANDLE_BITS32 = 22 };
static const uint64_t HANDLE_MASK64 = (1ULL << HANDLE_BITS64) - 1;
static const uint32_t HANDLE_MASK32 = (1u << HANDLE_BITS32) - 1;
static const uint32_t QUIET32 = 0x7fc00000u;

static inline uint64_t bits_of(double x) { uint64_t bits; memcpy(&bits, &x, sizeof bits); return bits; }
static inline double from_bits(uint64_t bits) { double x; memcpy(&x, &bits, sizeof x); return x; }
static inline uint32_t bits_of_float(float x) { uint32_t bits; memcpy(&bits, &x, sizeof bits); return bits; }
static inline float float_from_bits(uint32_t bits) { float x; memcpy(&x, &bits, sizeof x); return x; }

/* True if x is uncertain; its handle is handle_of(x), and is_negated(x) tells the sign. */
static inline bool is_uncertain(double x) { return (bits_of(x) >> HANDLE_BITS64 & 0x7fff) == UX_PREFIX64 && (bits_of(x) & HANDLE_MASK64) != 0; }
static inline uint64_t handle_of(double x) { return bits_of(x) & HANDLE_MASK64; }
static inline bool is_negated(double x) { return bits_of(x) >> 63; }
static inline double double_with(uint64_t handle) { return from_bits((uint64_t)UX_PREFIX64 << HANDLE_BITS64 | handle); }

static inline bool is_uncertain_float(float x) { return (bits_of_float(x) & QUIET32) == QUIET32 && (bits_of_float(x) & HANDLE_MASK32) != 0; }
static inline uint32_t handle_of_float(float x) { return bits_of_float(x) & HANDLE_MASK32; }
static inline bool is_negated_float(float x) { return bits_of_float(x) >> 31; }
static inline float float_with(uint32_t handle) { return float_from_bits(QUIET32 | handle); }
#endif
