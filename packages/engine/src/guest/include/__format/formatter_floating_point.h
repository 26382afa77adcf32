// std::format, std::print and their kin for uncertain values: the decimal as the format asks, then the tail. The width counts the decimal
// only; aligned to the left or the middle there is no padding, and %a's digits have no tail. Found before the C++ library's header of
// this name, to which it adds an overload that is more constrained than the library's own function, and calls that one for the decimal.
#ifndef CREDENCE_FORMATTER_FLOATING_POINT
#define CREDENCE_FORMATTER_FLOATING_POINT
#pragma GCC system_header
#include <__config>
#if _LIBCPP_STD_VER >= 20
#include <__concepts/arithmetic.h>
#include <__format/parser_std_format_spec.h>

// src/guest/format.c
extern "C" bool credence_is_uncertain(double);
extern "C" double credence_particle(double, int decimals); // negative: not in fixed notation
extern "C" char *credence_tail(double); // to be freed with credence_free_tail
extern "C" void credence_free_tail(char *);

_LIBCPP_BEGIN_NAMESPACE_STD
namespace __formatter {
// What the library's function needs of a context.
template <class _FormatContext>
struct __credence_decimal {
  using iterator = typename _FormatContext::iterator;
  _FormatContext &__context;
  iterator out() { return __context.out(); }
  auto locale() { return __context.locale(); }
};
template <class>
inline constexpr bool __credence_is_decimal = false;
template <class _FormatContext>
inline constexpr bool __credence_is_decimal<__credence_decimal<_FormatContext>> = true;

template <floating_point _Tp, class _CharT, class _FormatContext>
  requires(!__credence_is_decimal<_FormatContext>)
typename _FormatContext::iterator
__format_floating_point(_Tp __value, _FormatContext &__context, __format_spec::__parsed_specifications<_CharT> __specs);
} // namespace __formatter
_LIBCPP_END_NAMESPACE_STD
#endif

#include_next <__format/formatter_floating_point.h>

#if _LIBCPP_STD_VER >= 20
_LIBCPP_BEGIN_NAMESPACE_STD
namespace __formatter {
template <floating_point _Tp, class _CharT, class _FormatContext>
  requires(!__credence_is_decimal<_FormatContext>)
typename _FormatContext::iterator
__format_floating_point(_Tp __value, _FormatContext &__context, __format_spec::__parsed_specifications<_CharT> __specs) {
  __credence_decimal<_FormatContext> __decimal{__context};
  const double __wide = static_cast<double>(__value);
  if (!credence_is_uncertain(__wide)) return __formatter::__format_floating_point(__value, __decimal, __specs);
  const __format_spec::__type __type = __specs.__std_.__type_;
  const bool __tail = __type != __format_spec::__type::__hexfloat_lower_case && __type != __format_spec::__type::__hexfloat_upper_case;
  const __format_spec::__alignment __alignment = __specs.__alignment_;
  if (__tail && (__alignment == __format_spec::__alignment::__left || __alignment == __format_spec::__alignment::__center)) __specs.__width_ = 0;
  const bool __fixed = __type == __format_spec::__type::__fixed_lower_case || __type == __format_spec::__type::__fixed_upper_case;
  const int __decimals = !__fixed ? -1 : __specs.__has_precision() ? __specs.__precision_ : 6;
  auto __to = __formatter::__format_floating_point(static_cast<_Tp>(credence_particle(__wide, __decimals)), __decimal, __specs);
  if (!__tail) return __to;
  char *__text = credence_tail(__wide);
  for (const char *__at = __text; __at && *__at; ++__at) *__to++ = _CharT(*__at);
  credence_free_tail(__text);
  return __to;
}
} // namespace __formatter
_LIBCPP_END_NAMESPACE_STD
#endif
#endif
