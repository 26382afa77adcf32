/* record.c: the characters of one record. */
#include "units.h"
#include <stdlib.h>
#include <string.h>

/* Sizes have 32 bits. */
enum { MOST_LENGTH = INT32_MAX };

static bool reserve(struct record *record, size_t more) {
  if (record->isFull) return false;
  if (record->at > MOST_LENGTH || more > MOST_LENGTH - record->at) return record->isFull = true, false;
  size_t capacity = record->at + more;
  if (capacity <= record->capacity) return true;
  size_t larger = record->capacity * 2 > capacity ? record->capacity * 2 : capacity + 128;
  char *text = realloc(record->text, larger);
  if (!text) text = realloc(record->text, larger = capacity);
  if (!text) return record->isFull = true, false;
  record->text = text;
  record->capacity = larger;
  return true;
}

/* The columns up to the next one exist. */
static bool reach(struct record *record, size_t more) {
  if (!reserve(record, more)) return false;
  if (record->at > record->length) {
    memset(record->text + record->length, ' ', record->at - record->length);
    record->length = record->at;
  }
  return true;
}
static void written(struct record *record, size_t count) {
  record->at += count;
  if (record->at > record->length) record->length = record->at;
}
void record_put(struct record *record, const char *text, size_t length) {
  if (!reach(record, length)) return;
  memcpy(record->text + record->at, text, length);
  written(record, length);
}
void record_fill(struct record *record, char c, size_t count) {
  if (!reach(record, count)) return;
  memset(record->text + record->at, c, count);
  written(record, count);
}
void record_tail(struct record *record, const char *text, size_t length) {
  struct tail *tails = realloc(record->tails, (record->tailCount + 1) * sizeof *tails);
  char *copy = malloc(length);
  if (!tails || !copy) fail(0, 0, "not enough memory for a record");
  memcpy(copy, text, length);
  record->tails = tails;
  tails[record->tailCount++] = (struct tail){ record->at, length, copy };
}
void record_move(struct record *record, int64_t column) { record->at = column < 0 ? 0 : (size_t)column; }
void record_clear(struct record *record) {
  for (size_t i = 0; i < record->tailCount; i++) free(record->tails[i].text);
  record->length = record->at = record->tailCount = 0;
  record->isFull = false;
}
void record_free(struct record *record) {
  record_clear(record);
  free(record->text);
  free(record->tails);
  *record = (struct record){ 0 };
}
