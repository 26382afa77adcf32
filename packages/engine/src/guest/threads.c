/* threads.c: a program has one thread. WASI's C library refuses others without a word, and programs that do not ask whether a thread
 * started would go on with what it never computed. Others, such as std::async, then do the work themselves. */
#include "uncertain.h"
#include <errno.h>
#include <pthread.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  (void)thread, (void)attributes, (void)start, (void)argument;
  static bool told;
  if (!told) ux_complain("threads cannot be started: a program has one thread");
  told = true;
  return ENOTSUP;
}
