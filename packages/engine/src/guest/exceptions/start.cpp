// start.cpp: `_start` of C++ programs. As that of the C library, and what nobody catches ends here: the program says what was thrown and aborts,
// with the text of libstdc++ that C++ programmers know.
#include "flight.h"
#include <exception>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern "C" {
void __wasm_call_ctors();
int __main_void();
void __wasm_call_dtors();
[[noreturn]] void __wasi_proc_exit(unsigned) __attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_exit")));
}

/** Name of a class or a basic type from its mangled form; what is more involved stays as it is. */
static void printName(const char *name) {
  static const char *const BASIC[] = { "i", "int", "j", "unsigned int", "l", "long", "m", "unsigned long", "x", "long long", "y", "unsigned long long",
    "d", "double", "f", "float", "c", "char", "b", "bool", "PKc", "char const*", "Pc", "char*", "s", "short", "e", "long double" };
  for (size_t index = 0; index < sizeof BASIC / sizeof *BASIC; index += 2)
    if (strcmp(name, BASIC[index]) == 0) {
      fputs(BASIC[index + 1], stderr);
      return;
    }
  const char *at = name + (*name == 'N');
  char text[256];
  size_t length = 0;
  if (strncmp(at, "St", 2) == 0) {
    at += 2;
    length = (size_t)snprintf(text, sizeof text, "std");
  }
  while (*at >= '0' && *at <= '9') {
    unsigned long part = strtoul(at, (char **)&at, 10);
    if (strlen(at) < part || length + part + 3 > sizeof text) break;
    bool inlined = part == 3 && strncmp(at, "__2", 3) == 0; // the library's inline namespace
    if (!inlined) length += (size_t)snprintf(text + length, sizeof text - length, "%s%.*s", length > 0 ? "::" : "", (int)part, at);
    at += part;
  }
  if (length > 0 && (*at == 0 || strcmp(at, "E") == 0)) fputs(text, stderr);
  else fputs(name, stderr);
}

[[noreturn]] static void report() {
  ux::Flight *flight = ux::current();
  if (flight == nullptr) fputs("terminate called without an active exception\n", stderr);
  else {
    fputs("terminate called after throwing an instance of '", stderr);
    printName(flight->object->type->name());
    fputs("'\n", stderr);
    void *address = flight->thrown();
    if (flight->isA((const ux::Type *)&typeid(std::exception), address)) fprintf(stderr, "  what():  %s\n", ((std::exception *)address)->what());
  }
  abort();
}

extern "C" void _start() {
  std::set_terminate(report);
  try {
    __wasm_call_ctors();
    int code = __main_void();
    __wasm_call_dtors();
    if (code != 0) __wasi_proc_exit((unsigned)code);
  } catch (...) {
    std::terminate();
  }
}
