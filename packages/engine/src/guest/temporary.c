/* temporary.c: tmpfile and tmpnam over the files of the run, which WASI's C library declares and leaves out. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

char *tmpnam(char *name) {
  static char own[L_tmpnam];
  static unsigned count;
  if (name == NULL) name = own;
  do snprintf(name, L_tmpnam, "tmp.%05u", ++count % 100000);
  while (access(name, F_OK) == 0);
  return name;
}

/* Without a name as soon as it is open, so that it is gone at the end whatever happens. */
FILE *tmpfile(void) {
  char name[L_tmpnam];
  int file = open(tmpnam(name), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (file < 0) return NULL;
  unlink(name);
  return fdopen(file, "w+");
}
