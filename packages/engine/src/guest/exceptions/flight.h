// flight.h: an exception on its way. What is thrown (the object, with its type and a count of its users) is kept apart from how it travels
// (the flight): std::rethrow_exception sends one object on several flights at once.
#pragma once
#include <stddef.h>
#include <typeinfo>

namespace ux {

/** std::type_info with the virtual functions that the prebuilt library gives it, in their order. */
struct Type : std::type_info {
  virtual void firstUnused() const;
  virtual void secondUnused() const;
  virtual bool can_catch(const Type *thrown, void *&adjusted) const = 0;
};

/** In front of what is thrown. */
struct alignas(16) Object {
  size_t users; // flights and exception_ptrs
  const Type *type;
  void *(*destroy)(void *); // or null
  void *thrown() { return this + 1; }
  static Object *of(void *thrown) { return (Object *)thrown - 1; }
};

struct Flight {
  Object *object;
  Flight *under;  // in the stack of caught ones
  int handlers;   // that have begun and not ended; negative while it is thrown again from them
  void *adjusted; // address of what is thrown, or of the base that the handler takes
  /** What can_catch starts from: for a pointer it is the pointer thrown, which it reads itself. */
  void *thrown() { return object->thrown(); }
  /** Whether a handler of that type takes it; then `address` is that of the base. Null stands for every type. */
  bool isA(const Type *type, void *&address) { return type == nullptr || type->can_catch(object->type, address); }
};

/** Ends a flight; the last user of its object destroys that. */
void release(Flight *);
/** For std::terminate: the exception that no handler was found for, else the one caught last and not yet done with, or null. */
Flight *current();

} // namespace ux
