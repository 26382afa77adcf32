/* transfer.c: the items of a data transfer statement, one call each; an array is one descriptor. */
#include "units.h"
#include "derived.h"
#include <stdlib.h>
#include <string.h>

#define IO(name) _FortranAio##name

/* Bytes that stand for themselves, or a length that INQUIRE(IOLENGTH=) counts. */
static bool raw(cookie s, const void *bytes, size_t length, size_t width) {
  if (s->kind == IS_LENGTH) {
    s->bytes += (int64_t)length;
    return true;
  }
  return io_started(s) && put_bytes(s, bytes, length, width);
}
static bool isRaw(const struct statement *s) { return s->transfer == UNFORMATTED || s->kind == IS_LENGTH; }

bool IO(OutputInteger8)(cookie s, int8_t value) { return isRaw(s) ? raw(s, &value, 1, 1) : io_started(s) && put_integer(s, value, 1); }
bool IO(OutputInteger16)(cookie s, int16_t value) { return isRaw(s) ? raw(s, &value, 2, 2) : io_started(s) && put_integer(s, value, 2); }
bool IO(OutputInteger32)(cookie s, int32_t value) { return isRaw(s) ? raw(s, &value, 4, 4) : io_started(s) && put_integer(s, value, 4); }
bool IO(OutputInteger64)(cookie s, int64_t value) { return isRaw(s) ? raw(s, &value, 8, 8) : io_started(s) && put_integer(s, value, 8); }
bool IO(OutputInteger128)(cookie s, __int128 value) { return isRaw(s) ? raw(s, &value, 16, 16) : io_started(s) && put_integer(s, value, 16); }
bool IO(OutputReal32)(cookie s, float value) { return isRaw(s) ? raw(s, &value, 4, 4) : io_started(s) && put_real(s, value, 4); }
bool IO(OutputReal64)(cookie s, double value) { return isRaw(s) ? raw(s, &value, 8, 8) : io_started(s) && put_real(s, value, 8); }
bool IO(OutputComplex32)(cookie s, float real, float imaginary) {
  float both[] = { real, imaginary };
  return isRaw(s) ? raw(s, both, 8, 4) : io_started(s) && put_complex(s, real, imaginary, 4);
}
bool IO(OutputComplex64)(cookie s, double real, double imaginary) {
  double both[] = { real, imaginary };
  return isRaw(s) ? raw(s, both, 16, 8) : io_started(s) && put_complex(s, real, imaginary, 8);
}
bool IO(OutputCharacter)(cookie s, const char *text, int64_t length, int kind) {
  if (kind != 1) fail(s->source, s->line, "characters of kind %d are not available", kind);
  return isRaw(s) ? raw(s, text, (size_t)length, 1) : io_started(s) && put_text(s, text, length);
}
bool IO(OutputAscii)(cookie s, const char *text, int64_t length) { return IO(OutputCharacter)(s, text, length, 1); }
bool IO(OutputLogical)(cookie s, bool value) {
  int32_t word = value;
  return isRaw(s) ? raw(s, &word, 4, 4) : io_started(s) && put_logical(s, value);
}

static bool bytesIn(cookie s, void *to, size_t length, size_t width) { return io_started(s) && get_bytes(s, to, length, width); }
bool IO(InputInteger)(cookie s, void *to, int kind) {
  return s->transfer == UNFORMATTED ? bytesIn(s, to, (size_t)kind, (size_t)kind) : io_started(s) && get_integer(s, to, kind);
}
bool IO(InputReal32)(cookie s, float *to) { return s->transfer == UNFORMATTED ? bytesIn(s, to, 4, 4) : io_started(s) && get_real(s, to, 4); }
bool IO(InputReal64)(cookie s, double *to) { return s->transfer == UNFORMATTED ? bytesIn(s, to, 8, 8) : io_started(s) && get_real(s, to, 8); }
bool IO(InputComplex32)(cookie s, float *to) { return s->transfer == UNFORMATTED ? bytesIn(s, to, 8, 4) : io_started(s) && get_complex(s, to, 4); }
bool IO(InputComplex64)(cookie s, double *to) { return s->transfer == UNFORMATTED ? bytesIn(s, to, 16, 8) : io_started(s) && get_complex(s, to, 8); }
bool IO(InputCharacter)(cookie s, char *to, int64_t length, int kind) {
  if (kind != 1) fail(s->source, s->line, "characters of kind %d are not available", kind);
  return s->transfer == UNFORMATTED ? bytesIn(s, to, (size_t)length, 1) : io_started(s) && get_text(s, to, length);
}
bool IO(InputAscii)(cookie s, char *to, int64_t length) { return IO(InputCharacter)(s, to, length, 1); }
bool IO(InputLogical)(cookie s, bool *to) {
  if (s->transfer == UNFORMATTED) {
    int32_t word;
    if (!bytesIn(s, &word, 4, 4)) return false;
    *to = word != 0;
    return true;
  }
  return io_started(s) && get_logical(s, to);
}

/* A derived type as its bytes, in the file's order. */
static bool raw_derived(cookie s, const struct descriptor *of, char *at, bool input) {
  const struct derived_type *type = type_table(of);
  bool isSwapped = type && s->unit && s->unit->swap;
  if (input) {
    if (!bytesIn(s, at, (size_t)of->length, 1)) return false;
    if (isSwapped) swap_components(at, type);
    return true;
  }
  if (!isSwapped) return raw(s, at, (size_t)of->length, 1);
  char *copy = memory(of->length);
  memcpy(copy, at, (size_t)of->length);
  swap_components(copy, type);
  bool good = raw(s, copy, (size_t)of->length, 1);
  free(copy);
  return good;
}
static bool element(cookie s, const struct descriptor *of, char *at, bool input, bool isWhole) {
  int kind = kind_of(of);
  if (isRaw(s) && isWhole) {
    if (category_of(of) == DERIVED) return raw_derived(s, of, at, input);
    size_t width = category_of(of) == CHARACTER ? 1 : (size_t)kind;
    return input ? bytesIn(s, at, (size_t)of->length, width) : raw(s, at, (size_t)of->length, width);
  }
  if (!io_started(s)) return false;
  switch (category_of(of)) {
  case INTEGER: return input ? get_integer(s, at, kind) : put_integer(s, wide_integer_at(at, kind), kind);
  case REAL:
    if (kind == 4) return input ? get_real(s, at, 4) : put_real(s, *(float *)at, 4);
    if (kind == 8) return input ? get_real(s, at, 8) : put_real(s, *(double *)at, 8);
    break;
  case COMPLEX:
    if (kind == 4) return input ? get_complex(s, at, 4) : put_complex(s, ((float *)at)[0], ((float *)at)[1], 4);
    if (kind == 8) return input ? get_complex(s, at, 8) : put_complex(s, ((double *)at)[0], ((double *)at)[1], 8);
    break;
  case LOGICAL: {
    if (!input) return put_logical(s, logical_at(at, kind));
    bool value = logical_at(at, kind);
    if (!get_logical(s, &value)) return false;
    store_logical(at, kind, value);
    return true;
  }
  case CHARACTER:
    if (kind != 1) return io_error(s, ERROR_WRONG_ITEM, "characters of kind %d are not available", kind);
    return input ? get_text(s, at, of->length) : put_text(s, at, of->length);
  case DERIVED: return derived_item(s, of, at, input);
  default: break;
  }
  return io_error(s, ERROR_WRONG_ITEM, "items of this type cannot be read or written yet");
}
bool io_descriptor(cookie s, const struct descriptor *of, bool input) {
  if (s->transfer == UNFORMATTED && is_contiguous(of) && category_of(of) != DERIVED) {
    size_t width = category_of(of) == CHARACTER ? 1 : (size_t)kind_of(of), bytes = (size_t)(count_of(of) * of->length);
    return input ? bytesIn(s, of->base, bytes, width) : raw(s, of->base, bytes, width);
  }
  /* Bytes, unless a procedure of the program has a say. */
  bool isWhole = !isRaw(s) || s->kind == IS_LENGTH || category_of(of) != DERIVED || !type_table(of) || !has_own_transfer(s, type_table(of));
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk))
    if (!element(s, of, walk.at, input, isWhole)) return false;
  return true;
}
bool IO(OutputDescriptor)(cookie s, const struct descriptor *of) { return io_descriptor(s, of, false); }
bool IO(InputDescriptor)(cookie s, const struct descriptor *of) { return io_descriptor(s, of, true); }
static bool derived(cookie s, const struct descriptor *of, const struct procedures *procedures, bool input) {
  s->procedures = procedures;
  return io_descriptor(s, of, input);
}
bool IO(OutputDerivedType)(cookie s, const struct descriptor *of, const struct procedures *procedures) { return derived(s, of, procedures, false); }
bool IO(InputDerivedType)(cookie s, const struct descriptor *of, const struct procedures *procedures) { return derived(s, of, procedures, true); }
