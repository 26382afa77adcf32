/* Size classes with one free list each over a memory that only grows. Small sizes are rounded to 16 bytes; large ones to a
 * sixteenth of their power of two, at least 64 bytes: the runtime asks for few different sizes, again and again. */
#include "memory.h"
#include "host.h"

typedef struct header {
  struct header *next_free; /* in a free block */
  uint32_t size;            /* usable bytes */
  uint32_t owners;          /* 0: free */
  uint32_t list;            /* free list it belongs to; UNCOUNTED is set outside the budget */
} header;
_Static_assert(sizeof(header) == 16, "the payload starts on 16 bytes");

enum { PAGE = 65536, LISTS = 512, MEGABYTE = 1 << 20 };
static const uint32_t UNCOUNTED = 1u << 31;
extern unsigned char __heap_base;
static header *free_lists[LISTS];
static uintptr_t top, end; /* unused memory */
static double budget = 1e18, live_bytes, since_collection, threshold = 4.0 * MEGABYTE;
static double sample_bytes; /* of one value */
uint32_t blocks_in_use;

/* A WebAssembly global, not a C variable: the program imports it. */
__asm__(".globaltype pressure, i32\n"
        ".globl pressure\n"
        "pressure:\n");
static void set_pressure(int value) {
  __asm__ volatile("local.get %0\n global.set pressure" ::"r"(value));
}

/* The list of a size, and the size rounded up to what that list holds. */
static uint32_t list_of(size_t bytes, size_t *rounded) {
  if (bytes > 0x7fff0000u) host_trap_with("a block of % bytes is too large", (double)bytes);
  if (bytes <= 256) {
    *rounded = (bytes + 15) & ~(size_t)15;
    return (uint32_t)(*rounded / 16);
  }
  uint32_t power = 31 - (uint32_t)__builtin_clz((uint32_t)bytes - 1); /* 2^power < bytes <= 2^(power+1) */
  uint32_t step = power - 4;
  uint32_t part = (uint32_t)((bytes - 1 - ((size_t)1 << power)) >> step); /* 0..15 */
  *rounded = ((size_t)1 << power) + ((size_t)(part + 1) << step);
  return 32 + (power - 8) * 16 + part;
}

static header *carve(size_t bytes) {
  size_t stride = sizeof(header) + bytes;
  if (bytes >= 4096) stride = (stride + 4095 & ~(size_t)4095) + 1040;
  if (!top) {
    top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    end = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
  }
  if (end - top < stride) {
    size_t missing = (stride - (end - top) + PAGE - 1) / PAGE, generous = missing < 64 ? 64 : missing;
    if (__builtin_wasm_memory_grow(0, generous) != (size_t)-1) end += generous * PAGE;
    else if (__builtin_wasm_memory_grow(0, missing) != (size_t)-1) end += missing * PAGE;
    else host_trap_with("distribution memory limit of % bytes reached", live_bytes);
  }
  header *block = (header *)top;
  top += stride;
  block->size = (uint32_t)bytes;
  return block;
}

static header *header_of(const void *block) { return (header *)block - 1; }

static header *take(size_t bytes, uint32_t list) {
  header *block = free_lists[list];
  if (block) free_lists[list] = block->next_free;
  else block = carve(bytes);
  block->owners = 1;
  return block;
}

void *block_new(size_t bytes) {
  size_t rounded;
  uint32_t list = list_of(bytes, &rounded);
  if (live_bytes + (double)rounded > budget) host_trap_with("distribution memory limit of % bytes reached", budget);
  header *block = take(rounded, list);
  block->list = list;
  blocks_in_use++;
  live_bytes += (double)rounded;
  since_collection += (double)rounded;
  if (since_collection > threshold) set_pressure(1);
  return block + 1;
}

void *block_new_uncounted(size_t bytes) {
  size_t rounded;
  uint32_t list = list_of(bytes, &rounded);
  header *block = take(rounded, list);
  block->list = list | UNCOUNTED;
  return block + 1;
}

void *block_share(void *block) {
  if (block) header_of(block)->owners++;
  return block;
}

void block_drop(void *block) {
  if (!block || --header_of(block)->owners) return;
  header *freed = header_of(block);
  if (!(freed->list & UNCOUNTED)) {
    blocks_in_use--;
    live_bytes -= (double)freed->size;
  }
  uint32_t list = freed->list & ~UNCOUNTED;
  freed->next_free = free_lists[list];
  free_lists[list] = freed;
}

size_t block_size(const void *block) { return header_of(block)->size; }
uint32_t block_owners(const void *block) { return header_of(block)->owners; }
double memory_live_bytes(void) { return live_bytes; }

void memory_set_budget(double bytes, double value_bytes) {
  budget = bytes;
  sample_bytes = value_bytes;
  memory_collected(MEGABYTE);
}

/* Collect again after as many bytes as keep the cost of a scan small against the arithmetic that filled them, but soon
 * enough to stay within the cache, and in time before the budget is used up. */
void memory_collected(double scanned) {
  threshold = 1.0 * MEGABYTE;
  if (threshold < 16 * sample_bytes) threshold = 16 * sample_bytes;
  if (threshold < 4 * scanned) threshold = 4 * scanned;
  if (threshold < live_bytes) threshold = live_bytes;
  double half = (budget - live_bytes) / 2, least = budget / 64;
  if (threshold > half) threshold = half > least ? half : least; /* collections near the budget stay few */
#ifdef UX_EAGER
  threshold = 0;
#endif
  since_collection = 0;
  set_pressure(0);
}
