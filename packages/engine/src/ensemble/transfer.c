#include "transfer.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "memory.h"

static uint64_t *buffer; /* block; as bits, because a load of a NaN as a double may be any NaN */
static uint32_t count, capacity;

void transfer_clear(void) { count = 0; }
uint32_t transfer_count(void) { return count; }
double transfer_get(uint32_t index) { return index < count ? from_bits(buffer[index]) : __builtin_nan(""); }
void transfer_set(uint32_t index, double x) { buffer[index] = bits_of(x); }
double transfer_particle(uint32_t index) { return operand_particle(operand_of(transfer_get(index))); }

void transfer_put(double x) {
  if (count == capacity) {
    uint32_t larger = capacity ? 2 * capacity : 1024;
    uint64_t *grown = block_new_uncounted((size_t)larger * sizeof *grown);
    if (buffer) memcpy(grown, buffer, count * sizeof *grown);
    block_drop(buffer);
    buffer = grown;
    capacity = larger;
  }
  buffer[count++] = bits_of(x);
}

void transfer_mark(void) {
  for (uint32_t i = 0; i < count; i++)
    if (is_uncertain(from_bits(buffer[i]))) values_mark(handle_of(from_bits(buffer[i])));
}

EXPORT("clear") void export_clear(void) { transfer_clear(); }
EXPORT("put") void export_put(double x) { transfer_put(x); }
EXPORT("get") double export_get(int index) { return transfer_get((uint32_t)index); }
