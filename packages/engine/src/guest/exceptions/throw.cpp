// throw.cpp: throw, catch and rethrow. Source: Itanium C++ ABI, "Exception Handling", level II (__cxa_…), and the additions of libc++ for
// std::exception_ptr. One thread, so the globals of that text are plain variables.
#include "flight.h"
#include <cxxabi.h>
#include <exception>
#include <stdlib.h>
#include <string.h>

namespace ux {
namespace {

Flight *caught;    // innermost first
unsigned uncaught; // thrown, no handler reached yet
Flight *latest;    // thrown last; there while `uncaught` is not 0

/** When memory is exhausted std::bad_alloc must still be thrown. */
struct Reserve {
  alignas(16) char slots[8][256];
  bool taken[8];
  void *take(size_t size) {
    for (int slot = 0; slot < 8 && size <= sizeof slots[0]; slot++) {
      if (taken[slot]) continue;
      taken[slot] = true;
      return slots[slot];
    }
    std::terminate();
  }
  bool give(void *memory) {
    size_t place = (size_t)((char *)memory - slots[0]);
    if (place >= sizeof slots) return false;
    taken[place / sizeof slots[0]] = false;
    return true;
  }
} reserve;

void *allocate(size_t size) {
  void *memory = malloc(size);
  return memory != nullptr ? memory : reserve.take(size);
}
void deallocate(void *memory) {
  if (!reserve.give(memory)) free(memory);
}
void releaseObject(Object *object) {
  if (--object->users > 0) return;
  if (object->destroy != nullptr) object->destroy(object->thrown());
  deallocate(object);
}
[[noreturn]] void send(Object *object) {
  Flight *flight = (Flight *)allocate(sizeof(Flight));
  *flight = { object, nullptr, 0, object->thrown() };
  object->users++;
  uncaught++;
  latest = flight;
  __builtin_wasm_throw(0, flight);
}

} // namespace

void release(Flight *flight) {
  releaseObject(flight->object);
  deallocate(flight);
}
Flight *current() { return uncaught > 0 ? latest : caught; }

} // namespace ux

using namespace ux;

namespace __cxxabiv1 {
extern "C" {

void *__cxa_allocate_exception(size_t size) noexcept {
  Object *object = (Object *)allocate(sizeof(Object) + size);
  memset((void *)object, 0, sizeof(Object) + size);
  return object->thrown();
}
void __cxa_free_exception(void *thrown) noexcept { deallocate(Object::of(thrown)); }

__cxa_exception *__cxa_init_primary_exception(void *thrown, std::type_info *type, void *(*destroy)(void *)) noexcept {
  Object *object = Object::of(thrown);
  object->type = (const Type *)type;
  object->destroy = destroy;
  return (__cxa_exception *)object;
}
void __cxa_throw(void *thrown, std::type_info *type, void *(*destroy)(void *)) {
  send((Object *)__cxa_init_primary_exception(thrown, type, destroy));
}

void *__cxa_get_exception_ptr(void *flight) noexcept { return ((Flight *)flight)->adjusted; }

void *__cxa_begin_catch(void *exception) noexcept {
  Flight *flight = (Flight *)exception;
  flight->handlers = (flight->handlers < 0 ? -flight->handlers : flight->handlers) + 1;
  if (flight != caught) {
    flight->under = caught;
    caught = flight;
  }
  uncaught--;
  return flight->adjusted;
}
void __cxa_end_catch() {
  Flight *flight = caught;
  if (flight == nullptr) return;
  if (flight->handlers < 0) { // thrown again: another handler will end it
    if (++flight->handlers == 0) caught = flight->under;
  } else if (--flight->handlers == 0) {
    caught = flight->under;
    release(flight);
  }
}
void __cxa_rethrow() {
  if (caught == nullptr) std::terminate();
  caught->handlers = -caught->handlers;
  uncaught++;
  latest = caught;
  __builtin_wasm_throw(0, caught);
}
void __cxa_call_terminate(void *exception) noexcept {
  __cxa_begin_catch(exception);
  std::terminate();
}

std::type_info *__cxa_current_exception_type() { return caught == nullptr ? nullptr : (std::type_info *)caught->object->type; }
bool __cxa_uncaught_exception() noexcept { return uncaught != 0; }
unsigned __cxa_uncaught_exceptions() noexcept { return uncaught; }

// std::exception_ptr: the address of what is thrown, counted.
void __cxa_increment_exception_refcount(void *thrown) noexcept {
  if (thrown != nullptr) Object::of(thrown)->users++;
}
void __cxa_decrement_exception_refcount(void *thrown) noexcept {
  if (thrown != nullptr) releaseObject(Object::of(thrown));
}
void *__cxa_current_primary_exception() noexcept {
  if (caught == nullptr) return nullptr;
  caught->object->users++;
  return caught->object->thrown();
}
void __cxa_rethrow_primary_exception(void *thrown) {
  if (thrown != nullptr) send(Object::of(thrown));
}

} // extern "C"
} // namespace __cxxabiv1
