/* sbrk.c: more memory. It may be there already, cleared, since an earlier execution of the program took it: WebAssembly cannot give it back.
 * Says once that the memory of the core is used up. A program that does not look at what malloc gives ends at the null pointer, and one
 * that looks goes on without: nothing else would tell why. */
#include "uncertain.h"
#include <unistd.h>

void *__real_sbrk(intptr_t);
extern unsigned char __heap_end; /* the linker's: where memory ends at the start */

/* In decimal, without stdio: its buffers may be what there was no room for. */
static char *digits(size_t number, char *end) {
  *end = 0;
  do *--end = (char)('0' + number % 10);
  while (number /= 10);
  return end;
}

static size_t size(void) { return __builtin_wasm_memory_size(0) * (size_t)65536; }

void *__wrap_sbrk(intptr_t bytes) {
  static bool told;
  static size_t taken; /* beyond the memory that there was at the start */
  size_t end = (size_t)&__heap_end + taken;
  if (bytes >= 0 && end < size() && (size_t)bytes <= size() - end) {
    taken += (size_t)bytes;
    return (void *)end;
  }
  if (bytes > 0 && end < size()) bytes -= (intptr_t)(size() - end);
  void *start = __real_sbrk(bytes);
  if (start != (void *)-1) {
    taken = size() - (size_t)&__heap_end;
    return bytes > 0 ? (void *)end : start;
  }
  if (told) return start;
  told = true;
  char text[160] = "credence: out of memory: the program has ", number[24];
  strcat(text, digits(size(), number + sizeof number - 1));
  strcat(text, " bytes, and MemorySize does not allow ");
  strcat(text, digits((size_t)bytes, number + sizeof number - 1));
  strcat(text, " more; malloc gives NULL");
  ux_complain(text);
  return start;
}
