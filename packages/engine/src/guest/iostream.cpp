// iostream.cpp: << and >> of C++ streams for uncertain values, and std::to_chars.
//
// << ends in num_put::do_put: it prints the particle with the stream's format and width, then the tail goes out unpadded; with
// std::left there is no padding, and with std::hexfloat no tail. >> ends in num_get::do_get, which stops at the U of a Ux string.
// std::to_chars writes into buffers that no tail fits, so it gives the particle; std::format is made of it and has format.c.
#include "uncertain.h"
#include <charconv>
#include <locale>
#include <ostream>
#include <streambuf>
#include <type_traits>

#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

static bool uncertain(double x) { return ux_is_uncertain(x); }
static bool uncertain(long double x) { return ux_is_uncertain_l(x); }
static double shown(double x) { return ux_shown(x); }
static long double shown(long double x) { return x; }
static double wide(float x) { return ux_widen(x); }
static double wide(double x) { return x; }
static double wide(long double x) { return ux_widest(x); }
static void narrow(double x, float &to) { to = ux_narrow(x); }
static void narrow(double x, double &to) { to = x; }
static void narrow(double x, long double &to) { to = ux_to_quad(x); }

// ---- Output

template <class C> using Out = std::ostreambuf_iterator<C>;
template <class C, class T> using Put = Out<C>(const std::num_put<C> *, Out<C>, std::ios_base &, C, T);

template <class C> static int write(void *target, const char *text, size_t length) {
  Out<C> &to = *static_cast<Out<C> *>(target);
  for (size_t i = 0; i < length; i++) *to++ = C(text[i]);
  return length;
}

// The standard streams, in programs that have them.
extern "C" {
__attribute__((weak)) extern char _ZNSt3__24coutE[], _ZNSt3__24cerrE[], _ZNSt3__24clogE[], _ZNSt3__25wcoutE[], _ZNSt3__25wcerrE[], _ZNSt3__25wclogE[];
}
template <class C> static bool isStandard(Out<C> to) {
  std::basic_streambuf<C> *buffer;
  static_assert(sizeof to == sizeof buffer);
  memcpy(&buffer, &to, sizeof buffer);
  char *narrow[] = {_ZNSt3__24coutE, _ZNSt3__24cerrE, _ZNSt3__24clogE}, *wide[] = {_ZNSt3__25wcoutE, _ZNSt3__25wcerrE, _ZNSt3__25wclogE};
  for (char *stream : sizeof(C) == 1 ? narrow : wide)
    if (stream && reinterpret_cast<std::basic_ostream<C> *>(stream)->rdbuf() == buffer) return true;
  return false;
}

// The host is told of a number where it wants to know it. Returns the mark to print behind it, or 0. All streams have one key.
static int tell(double number) {
  enum { KEY = 1 };
  int times = ux_printing(KEY);
  if (!times) return 0;
  uint64_t bits;
  volatile double kept = number; // its bits come from memory: the pass may take those of a local for the particle's
  memcpy(&bits, const_cast<double *>(&kept), sizeof bits);
  int mark = ux_tell(bits, KEY, times, 0);
  return mark < 0 ? -mark : mark; // streams of files are not told from those of strings
}
template <class C> static void writeMark(Out<C> &to, int number) {
  char text[UX_MARK_MOST];
  write<C>(&to, text, ux_mark(text, number));
}

// The host is told behind the number: what prints it may print by a call that is told of, too.
template <class C, class T> static Out<C> put(Put<C, T> *real, const std::num_put<C> *facet, Out<C> to, std::ios_base &stream, C fill, T value) {
  double whole = wide(value), particle = ux_particle(whole);
  std::ios_base::fmtflags hexfloat = std::ios_base::fixed | std::ios_base::scientific;
  bool withTail = (stream.flags() & std::ios_base::floatfield) != hexfloat;
  if (withTail && (stream.flags() & std::ios_base::adjustfield) == std::ios_base::left) stream.width(0);
  bool fixed = (stream.flags() & std::ios_base::floatfield) == std::ios_base::fixed;
  particle = ux_printed(particle, fixed ? int(stream.precision()) : -1);
  to = real(facet, to, stream, fill, particle != particle ? T(__builtin_nan("")) : T(particle));
  if (!withTail) return to;
  int mark = tell(whole);
  if (mark && isStandard(to)) writeMark(to, mark);
  else ux_write(whole, write<C>, &to);
  return to;
}
template <class C, class T> static Out<C> putPlain(Put<C, T> *real, const std::num_put<C> *facet, Out<C> to, std::ios_base &stream, C fill, T value) {
  to = real(facet, to, stream, fill, value);
  int mark = tell(double(value));
  if (mark && isStandard(to)) writeMark(to, mark);
  else if (mark && std::is_floating_point_v<T>) ux_tail(0, 0, 0); // as in printf.c
  return to;
}

#define PUT(symbol, C, T) \
  extern "C" Put<C, T> __real_##symbol; \
  extern "C" Out<C> __wrap_##symbol(const std::num_put<C> *facet, Out<C> to, std::ios_base &stream, C fill, T value) { \
    value = shown(value); \
    return uncertain(value) ? put(__real_##symbol, facet, to, stream, fill, value) : putPlain(__real_##symbol, facet, to, stream, fill, value); \
  }
#define PUT_INTEGER(symbol, C, T) \
  extern "C" Put<C, T> __real_##symbol; \
  extern "C" Out<C> __wrap_##symbol(const std::num_put<C> *facet, Out<C> to, std::ios_base &stream, C fill, T value) { \
    return putPlain(__real_##symbol, facet, to, stream, fill, value); \
  }
PUT(_ZNKSt3__27num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_putES4_RNS_8ios_baseEcd, char, double)
PUT(_ZNKSt3__27num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_putES4_RNS_8ios_baseEce, char, long double)
PUT(_ZNKSt3__27num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_putES4_RNS_8ios_baseEwd, wchar_t, double)
PUT(_ZNKSt3__27num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_putES4_RNS_8ios_baseEwe, wchar_t, long double)

PUT_INTEGER(_ZNKSt3__27num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_putES4_RNS_8ios_baseEcl, char, long)
PUT_INTEGER(_ZNKSt3__27num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_putES4_RNS_8ios_baseEcm, char, unsigned long)
PUT_INTEGER(_ZNKSt3__27num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_putES4_RNS_8ios_baseEcx, char, long long)
PUT_INTEGER(_ZNKSt3__27num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_putES4_RNS_8ios_baseEcy, char, unsigned long long)
PUT_INTEGER(_ZNKSt3__27num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_putES4_RNS_8ios_baseEwl, wchar_t, long)
PUT_INTEGER(_ZNKSt3__27num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_putES4_RNS_8ios_baseEwm, wchar_t, unsigned long)
PUT_INTEGER(_ZNKSt3__27num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_putES4_RNS_8ios_baseEwx, wchar_t, long long)
PUT_INTEGER(_ZNKSt3__27num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_putES4_RNS_8ios_baseEwy, wchar_t, unsigned long long)

// ---- Input

template <class C> using In = std::istreambuf_iterator<C>;
template <class C, class T> using Get = In<C>(const std::num_get<C> *, In<C>, In<C>, std::ios_base &, std::ios_base::iostate &, T &);

// An iterator is its stream buffer's address, which it does not tell, and forgets at the end.
template <class C> struct Input {
  In<C> at;
  std::basic_streambuf<C> *buffer;
  explicit Input(In<C> start) : at(start) {
    static_assert(sizeof start == sizeof buffer);
    memcpy(&buffer, &start, sizeof buffer);
  }
};

template <class C> static int peek(void *source) {
  In<C> &at = static_cast<Input<C> *>(source)->at;
  return at == In<C>() || *at > 127 ? -1 : int(*at);
}
template <class C> static void advance(void *source) { ++static_cast<Input<C> *>(source)->at; }
template <class C> static void giveBack(void *source, const char *text, size_t count) {
  using Traits = std::char_traits<C>;
  Input<C> &input = *static_cast<Input<C> *>(source);
  if (!count || !input.buffer) return;
  while (count-- && !Traits::eq_int_type(input.buffer->sputbackc(C(text[count])), Traits::eof())) {}
  input.at = In<C>(input.buffer);
}

template <class C, class T>
static In<C> get(Get<C, T> *real, const std::num_get<C> *facet, In<C> in, In<C> end, std::ios_base &stream, std::ios_base::iostate &error, T &value) {
  Input<C> input(in);
  const struct ux_reader reader = { peek<C>, advance<C>, giveBack<C>, &input };
  uint64_t decimal = UX_NO_PARTICLE;
  if (peek<C>(&input) != 'U') {
    input.at = real(facet, in, end, stream, error, value);
    if ((error & std::ios_base::failbit) || peek<C>(&input) != 'U') return input.at;
    decimal = ux_bits(wide(value));
  }
  uint64_t bits = ux_read(&reader, decimal);
  if (bits != UX_MALFORMED) narrow(ux_double(bits), value);
  else if (decimal == UX_NO_PARTICLE) {
    value = 0;
    error = std::ios_base::failbit;
  }
  if (input.at == end) error |= std::ios_base::eofbit;
  return input.at;
}

#define GET(symbol, C, T) \
  extern "C" Get<C, T> __real_##symbol; \
  extern "C" In<C> __wrap_##symbol(const std::num_get<C> *facet, In<C> in, In<C> end, std::ios_base &stream, std::ios_base::iostate &error, T &value) { \
    return get(__real_##symbol, facet, in, end, stream, error, value); \
  }
GET(_ZNKSt3__27num_getIcNS_19istreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_getES4_S4_RNS_8ios_baseERjRf, char, float)
GET(_ZNKSt3__27num_getIcNS_19istreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_getES4_S4_RNS_8ios_baseERjRd, char, double)
GET(_ZNKSt3__27num_getIcNS_19istreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_getES4_S4_RNS_8ios_baseERjRe, char, long double)
GET(_ZNKSt3__27num_getIwNS_19istreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_getES4_S4_RNS_8ios_baseERjRf, wchar_t, float)
GET(_ZNKSt3__27num_getIwNS_19istreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_getES4_S4_RNS_8ios_baseERjRd, wchar_t, double)
GET(_ZNKSt3__27num_getIwNS_19istreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_getES4_S4_RNS_8ios_baseERjRe, wchar_t, long double)

// ---- std::to_chars

static bool uncertain(float x) { return ux_is_uncertain_f(x); }
template <class T> static T particle(T x, int decimals = -1) { return uncertain(x) ? T(ux_printed(ux_particle(wide(x)), decimals)) : x; }

#define TO_CHARS(code, T) \
  extern "C" std::to_chars_result __real__ZNSt3__28to_charsEPcS0_##code(char *, char *, T); \
  extern "C" std::to_chars_result __real__ZNSt3__28to_charsEPcS0_##code##NS_12chars_formatE(char *, char *, T, std::chars_format); \
  extern "C" std::to_chars_result __real__ZNSt3__28to_charsEPcS0_##code##NS_12chars_formatEi(char *, char *, T, std::chars_format, int); \
  extern "C" std::to_chars_result __wrap__ZNSt3__28to_charsEPcS0_##code(char *first, char *last, T x) { \
    return __real__ZNSt3__28to_charsEPcS0_##code(first, last, particle(x)); \
  } \
  extern "C" std::to_chars_result __wrap__ZNSt3__28to_charsEPcS0_##code##NS_12chars_formatE(char *first, char *last, T x, std::chars_format format) { \
    return __real__ZNSt3__28to_charsEPcS0_##code##NS_12chars_formatE(first, last, particle(x), format); \
  } \
  extern "C" std::to_chars_result __wrap__ZNSt3__28to_charsEPcS0_##code##NS_12chars_formatEi(char *first, char *last, T x, std::chars_format format, int precision) { \
    return __real__ZNSt3__28to_charsEPcS0_##code##NS_12chars_formatEi(first, last, particle(x, format == std::chars_format::fixed ? precision : -1), format, precision); \
  }
TO_CHARS(f, float)
TO_CHARS(d, double)
TO_CHARS(e, long double)
