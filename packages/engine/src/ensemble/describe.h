/* describe.h: answers to the host. */
#ifndef UX_DESCRIBE_H
#define UX_DESCRIBE_H

/* Drops what was made for the last answer. */
void describe_forget(void);
#endif
