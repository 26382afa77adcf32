/* Trap messages. The number is written by hand: the runtime links no stdio. */
#include "host.h"
#include <string.h>

__attribute__((import_module("host"), import_name("trap"))) void import_trap(const char *message, int length);

_Noreturn void host_trap(const char *message) {
  import_trap(message, (int)strlen(message));
  __builtin_trap();
}

_Noreturn void host_trap_with(const char *message, double number) {
  char text[256], digits[32];
  int length = 0, count = 0;
  uint64_t rest = number < 0 ? 0 : (uint64_t)number;
  do digits[count++] = (char)('0' + rest % 10);
  while (rest /= 10);
  for (const char *c = message; *c && length < 200; c++) {
    if (*c != '%') text[length++] = *c;
    else while (count) text[length++] = digits[--count];
  }
  import_trap(text, length);
  __builtin_trap();
}
