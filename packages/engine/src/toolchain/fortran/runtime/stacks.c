/* stacks.c: what FORALL, WHERE and assignments to elements at subscripts in an array put aside before they store anything. 10.2 of Fortran 2018. */
#include "derived.h"
#include "types.h"
#include <stdlib.h>
#include <string.h>

#define RT(name) _FortranA##name

struct stack {
  struct descriptor_of **items;
  int64_t count, room;
  bool ownsValues;
};

static void copy_descriptor(struct descriptor *to, const struct descriptor *from) {
  size_t end = from->extra & HAS_ADDENDUM ? sizeof(struct addendum) : 0;
  memcpy(to, from, sizeof *from + from->rank * sizeof from->dimension[0] + end);
}
static struct stack *new_stack(bool ownsValues) {
  struct stack *stack = memory(sizeof *stack);
  *stack = (struct stack){ .ownsValues = ownsValues };
  return stack;
}
static struct descriptor *push(struct stack *stack, const struct descriptor *of) {
  if (stack->count == stack->room) {
    stack->room = stack->room ? 2 * stack->room : 16;
    struct descriptor_of **items = realloc(stack->items, (size_t)stack->room * sizeof *items);
    if (!items) fail(0, 0, "not enough memory for what an assignment puts aside");
    stack->items = items;
  }
  struct descriptor_of *item = memory(sizeof *item);
  stack->items[stack->count++] = item;
  copy_descriptor(&item->head, of);
  return &item->head;
}
static struct descriptor *item_at(const struct stack *stack, int64_t index) {
  if (index < 0 || index >= stack->count) fail(0, 0, "an assignment put %lld values aside and asks for number %lld", (long long)stack->count, (long long)index + 1);
  return &stack->items[index]->head;
}
static void destroy(struct stack *stack) {
  for (int64_t i = 0; i < stack->count; i++) {
    struct descriptor *item = &stack->items[i]->head;
    if (stack->ownsValues && item->base) {
      const struct derived_type *type = type_table(item);
      if (type) destroy_elements(item, type, false);
      free(item->base);
    }
    free(item);
  }
  free(stack->items);
  free(stack);
}

struct stack *RT(CreateValueStack)(const char *source, int line) {
  (void)source, (void)line;
  return new_stack(true);
}
void RT(PushValue)(struct stack *stack, const struct descriptor *value) {
  struct descriptor *copy = push(stack, value);
  const struct derived_type *type = type_table(value);
  int64_t stride = value->length;
  for (int i = 0; i < value->rank; i++) {
    copy->dimension[i].stride = stride;
    stride *= value->dimension[i].extent;
  }
  copy->attribute = ATTRIBUTE_ALLOCATABLE;
  copy->base = memory(stride);
  char *to = copy->base;
  for (struct walk walk = walk_of(value); walk.left > 0; walk_on(&walk), to += value->length) copy_element(to, walk.at, type, value->length);
}
/* The value stays the stack's. */
void RT(ValueAt)(const struct stack *stack, int64_t index, struct descriptor *value) { copy_descriptor(value, item_at(stack, index)); }
void RT(DestroyValueStack)(struct stack *stack) { destroy(stack); }

struct stack *RT(CreateDescriptorStack)(const char *source, int line) {
  (void)source, (void)line;
  return new_stack(false);
}
void RT(PushDescriptor)(struct stack *stack, const struct descriptor *of) { push(stack, of); }
void RT(DescriptorAt)(const struct stack *stack, int64_t index, struct descriptor *of) { copy_descriptor(of, item_at(stack, index)); }
void RT(DestroyDescriptorStack)(struct stack *stack) { destroy(stack); }

/* As an argument of any rank is passed on. Lower bounds: 0 as they are, 1 all one, 2 all zero. */
void RT(CopyAndUpdateDescriptor)(struct descriptor *to, const struct descriptor *from, const struct derived_type *type, uint8_t attribute, int bounds) {
  copy_descriptor(to, from);
  to->attribute = attribute;
  if (type) {
    to->length = type_size(type);
    if (to->extra & HAS_ADDENDUM) ((struct addendum *)(void *)(to->dimension + to->rank))->type = type;
  }
  for (int i = 0; bounds && i < to->rank; i++) to->dimension[i].lower = bounds == 1;
}
