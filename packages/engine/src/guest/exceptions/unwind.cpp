// unwind.cpp: what a landing pad of C++ code asks when a WebAssembly exception arrives: which of its handlers takes it?
//
//   landing pad of the compiler     catch $__cpp_exception              the flight (see flight.h)
//                                   __wasm_lpad_context = { number of the pad in its function, table of the function }
//                                   call _Unwind_CallPersonality
//                                   branch on __wasm_lpad_context.selector: the number of a handler's type, or 0: none, only clean up
//
// WebAssembly unwinds by itself, so there is no search phase: an exception that nobody catches has unwound all when `_start` sees it.
// Table: the LSDA of the Itanium C++ ABI, "Exception Handling Tables", with pads by number instead of by address, as LLVM writes it for
// WebAssembly: lpStart encoding, type encoding, offset of the types, call site encoding, length of the pads, pads (number, action),
// actions (filter, offset of the next), types in reverse order.
#include "flight.h"

extern "C" {

struct {
  unsigned long pad;
  const unsigned char *table;
  unsigned long selector;
} __wasm_lpad_context;

__asm__(
    ".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");
}

namespace {

const unsigned char OMITTED = 0xff;

unsigned long unsignedNumber(const unsigned char *&at) { // ULEB128
  unsigned long value = 0;
  for (int shift = 0;; shift += 7) {
    unsigned char byte = *at++;
    value |= (unsigned long)(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}
long signedNumber(const unsigned char *&at) { // SLEB128
  unsigned long value = 0;
  for (int shift = 0;; ) {
    unsigned char byte = *at++;
    value |= (unsigned long)(byte & 0x7f) << shift;
    shift += 7;
    if (byte < 0x80) return (long)(byte & 0x40 && shift < 32 ? value | ~0ul << shift : value);
  }
}

struct Table {
  const unsigned char *pads, *actions;
  const ux::Type *const *types; // one behind the first

  explicit Table(const unsigned char *at) {
    if (*at++ != OMITTED) __builtin_trap(); // LLVM writes no lpStart
    types = nullptr;
    if (*at++ != OMITTED) {
      unsigned long offset = unsignedNumber(at);
      types = (const ux::Type *const *)(at + offset);
    }
    at++; // encoding of the pads, always ULEB128
    unsigned long length = unsignedNumber(at);
    pads = at;
    actions = at + length;
  }
  /** The first action of a pad, or null. */
  const unsigned char *actionOf(unsigned long pad) const {
    for (const unsigned char *at = pads; at < actions;) {
      unsigned long number = unsignedNumber(at), action = unsignedNumber(at);
      if (number == pad) return action == 0 ? nullptr : actions + action - 1;
    }
    return nullptr;
  }
  const ux::Type *type(long filter) const { return types[-filter]; } // null: catch (...)
  /** Whether the list of an exception specification admits the exception. */
  bool admits(long filter, ux::Flight &flight) const {
    for (const unsigned char *at = (const unsigned char *)types - filter - 1;;) {
      unsigned long number = unsignedNumber(at);
      if (number == 0) return false;
      void *adjusted = flight.thrown();
      if (flight.isA(type((long)number), adjusted)) return true;
    }
  }
};

} // namespace

extern "C" int _Unwind_CallPersonality(void *exception) {
  ux::Flight &flight = *(ux::Flight *)exception;
  __wasm_lpad_context.selector = 0;
  const Table table(__wasm_lpad_context.table);
  for (const unsigned char *at = table.actionOf(__wasm_lpad_context.pad); at != nullptr;) {
    long filter = signedNumber(at);
    const unsigned char *here = at;
    long next = signedNumber(at);
    void *adjusted = flight.thrown();
    if (filter > 0 ? table.type(filter) == nullptr || flight.isA(table.type(filter), adjusted) : filter < 0 && !table.admits(filter, flight)) {
      flight.adjusted = adjusted;
      __wasm_lpad_context.selector = (unsigned long)filter;
      break;
    }
    at = next == 0 ? nullptr : here + next;
  }
  return 0;
}

// Named by every function with a landing pad; what it would do is done above.
extern "C" int __gxx_wasm_personality_v0() { return 0; }

extern "C" [[noreturn]] void _Unwind_Resume(void *exception) { __builtin_wasm_throw(0, exception); }
extern "C" int _Unwind_RaiseException(void *exception) { __builtin_wasm_throw(0, exception); }
extern "C" void _Unwind_DeleteException(void *exception) { ux::release((ux::Flight *)exception); }
