/* refuse.c: how the library speaks up. Nothing here goes through stdio: its state may be what is wrong. */
#include "uncertain.h"
#include <unistd.h>

void ux_complain(const char *message) {
  write(STDERR_FILENO, message, strlen(message));
  write(STDERR_FILENO, "\n", 1);
}

_Noreturn void ux_refuse(const char *message) {
  ux_complain(message);
  __builtin_trap();
}
