/* memory.h: blocks for samples, tables and values, counted, and shared by reference count.
 * A block starts on 16 bytes. Freed blocks are reused most recent first, so that a loop stays in the second-level cache.
 * Blocks of 4 KiB and more are spaced so that neighbours differ modulo 4096: equal offsets would make a load look as if it
 * depended on the store of the sample before.
 * `ux_pressure` (exported as the wasm global `pressure`) becomes 1 when a safepoint should collect. */
#ifndef UX_MEMORY_H
#define UX_MEMORY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A block of at least `bytes` > 0 with one owner; contents undefined. Traps over the budget. */
void *block_new(size_t bytes);
/* As block_new, for tables and buffers that are no distributions: outside the budget, and no reason to collect. */
void *block_new_uncounted(size_t bytes);
/* One more owner; returns its argument. NULL is allowed. */
void *block_share(void *block);
/* One owner less; the last one frees. NULL is allowed. */
void block_drop(void *block);
/* Usable bytes. */
size_t block_size(const void *block);
uint32_t block_owners(const void *block);

/* Bytes of distributions that may be live; more traps with "distribution memory limit of N bytes reached".
 * A collection waits for at least 16 values of `value_bytes`. */
void memory_set_budget(double bytes, double value_bytes);
double memory_live_bytes(void);
/* Sets when `pressure` rises next: `scanned` is what this collection had to read of the program's memory. Clears it. */
void memory_collected(double scanned);

extern uint32_t blocks_in_use; /* counted ones, for the heap checker */
#endif
