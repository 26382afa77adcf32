/* sbrk.c: says once that the memory of the core is used up. A program that does not look at what malloc gives ends at the null pointer, and one
 * that looks goes on without: nothing else would tell why. */
#include "uncertain.h"
#include <unistd.h>

void *__real_sbrk(intptr_t);

/* In decimal, without stdio: its buffers may be what there was no room for. */
static char *digits(size_t number, char *end) {
  *end = 0;
  do *--end = (char)('0' + number % 10);
  while (number /= 10);
  return end;
}

void *__wrap_sbrk(intptr_t bytes) {
  static bool told;
  void *start = __real_sbrk(bytes);
  if (start != (void *)-1 || told) return start;
  told = true;
  char text[160] = "credence: out of memory: the program has ", number[24];
  strcat(text, digits(__builtin_wasm_memory_size(0) * (size_t)65536, number + sizeof number - 1));
  strcat(text, " bytes, and MemorySize does not allow ");
  strcat(text, digits((size_t)bytes, number + sizeof number - 1));
  strcat(text, " more; malloc gives NULL");
  ux_complain(text);
  return start;
}
