// std::hash of uncertain numbers, as unordered_map and unordered_set ask for it: of the bits that decide, not of those of the handle. Found before the C++
// library's header of this name, which takes numbers of more bits than a size_t apart by a template that is specialised here.
#ifndef CREDENCE_FUNCTIONAL_HASH
#define CREDENCE_FUNCTIONAL_HASH
#pragma GCC system_header
#include <__config>

// src/guest/bytes-compared.c
extern "C" unsigned long long credence_bits(double);
extern "C" unsigned credence_bits_f(float);

_LIBCPP_BEGIN_NAMESPACE_STD
template <class _Tp, __SIZE_TYPE__>
struct __scalar_hash;
template <>
struct __scalar_hash<double, 2> {
  typedef double argument_type;
  typedef __SIZE_TYPE__ result_type;
  result_type operator()(double __v) const _NOEXCEPT {
    // The finaliser of splitmix64 (Steele, Lea & Flood 2014).
    unsigned long long __x = credence_bits(__v);
    __x = (__x ^ __x >> 30) * 0xbf58476d1ce4e5b9ULL;
    __x = (__x ^ __x >> 27) * 0x94d049bb133111ebULL;
    return static_cast<result_type>(__x >> 32);
  }
};
template <>
struct __scalar_hash<float, 1> {
  typedef float argument_type;
  typedef __SIZE_TYPE__ result_type;
  result_type operator()(float __v) const _NOEXCEPT { return credence_bits_f(__v); }
};
_LIBCPP_END_NAMESPACE_STD
#endif
#include_next <__functional/hash.h>
