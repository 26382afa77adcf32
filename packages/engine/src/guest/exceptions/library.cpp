// library.cpp: the prebuilt C++ library throws nothing: where it should, it calls __libcpp_verbose_abort with a text such as "out_of_range was
// thrown in -fno-exceptions mode with message "%s"". That function may be replaced (libc++, <__verbose_abort>); here it throws what the text
// names. The frames of the library between here and the handler have no clean-up, so what they held is lost memory and nothing more.
// Every other text is a broken precondition: it is printed, and the program aborts.
#include <cxxabi.h>
#include <filesystem>
#include <functional>
#include <future>
#include <ios>
#include <new>
#include <stdarg.h>
#include <stdexcept>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <system_error>
#include <typeinfo>

static bool names(const char *format, const char *exception) {
  size_t length = strlen(exception);
  return strncmp(format, exception, length) == 0 && strncmp(format + length, " was thrown in -fno-exceptions mode", 35) == 0;
}

[[noreturn]] static void fail(const char *format, va_list arguments) {
  if (strstr(format, " was thrown in -fno-exceptions mode") != nullptr) {
    if (names(format, "bad_alloc")) throw std::bad_alloc();
    if (names(format, "bad_array_new_length")) throw std::bad_array_new_length();
    if (names(format, "bad_cast")) throw std::bad_cast();
    if (names(format, "bad_typeid")) throw std::bad_typeid();
    if (names(format, "bad_function_call")) throw std::bad_function_call();
    if (names(format, "system_error")) {
      int error = va_arg(arguments, int);
      throw std::system_error(error, std::generic_category(), va_arg(arguments, const char *));
    }
    const char *message = strstr(format, "\"%s\"") != nullptr ? va_arg(arguments, const char *) : "";
    if (names(format, "out_of_range")) throw std::out_of_range(message);
    if (names(format, "length_error")) throw std::length_error(message);
    if (names(format, "invalid_argument")) throw std::invalid_argument(message);
    if (names(format, "overflow_error")) throw std::overflow_error(message);
    if (names(format, "runtime_error")) throw std::runtime_error(message);
    if (names(format, "ios_base::failure")) throw std::ios_base::failure(message);
    if (names(format, "filesystem_error")) throw std::filesystem::filesystem_error(message, std::error_code());
  }
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  abort();
}

/** For libc++, and for libc++abi, whose operator new ends so. */
extern "C" {
[[noreturn]] void credence_verbose_abort(const char *format, ...) __asm__("_ZNSt3__222__libcpp_verbose_abortEPKcz");
[[noreturn]] void __abort_message(const char *format, ...);
}
void credence_verbose_abort(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fail(format, arguments);
}
void __abort_message(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fail(format, arguments);
}

// The compiler calls these; the prebuilt ones end the program.
namespace __cxxabiv1 {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
} // namespace __cxxabiv1
