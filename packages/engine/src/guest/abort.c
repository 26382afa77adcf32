/* abort.c: abort runs the program's handler of SIGABRT first; that of WASI's C library only traps. A failed assert comes here too. */
#define _WASI_EMULATED_SIGNAL
#include <signal.h>
#include <stdlib.h>

/* Not linked into a program that does not ask for it: then there is no handler. */
__attribute__((weak)) void (*signal(int number, void (*handler)(int)))(int);

_Noreturn void abort(void) {
  void (*handler)(int) = signal ? signal(SIGABRT, SIG_DFL) : SIG_DFL;
  if (handler != SIG_DFL) handler(SIGABRT); /* SIG_IGN is a function that does nothing */
  __builtin_trap();
}
