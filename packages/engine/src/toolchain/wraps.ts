// The functions that the linker redirects to the library's (src/guest): a call of `exp` becomes one of `__wrap_exp`.
// A test compares this list with what the library defines.

const UNARY =
  'exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sqrt cbrt fabs floor ceil trunc rint nearbyint round erf erfc tgamma logb'
const BINARY = 'pow atan2 hypot fmod fmin fmax fdim remainder copysign'
const OTHERS = 'exp10 pow10 fma frexp ldexp scalbn scalbln modf ilogb lrint lround llrint llround remquo lgamma sincos nextafter nexttoward'
const COMPLEX = 'cexp csinh ccosh ctanh csqrt'
/** Of complex numbers. */
const QUOTIENTS = '__divsc3 __divdc3 __divtc3'
const WITHOUT_LONG_DOUBLE = 'scalb significand drem finite j0 j1 y0 y1 jn yn'
/** To integers of 128 bits. */
const WIDE_INTEGERS = '__fixdfti __fixunsdfti __fixsfti __fixunssfti'
const QUAD =
  '__addtf3 __subtf3 __multf3 __divtf3 __eqtf2 __netf2 __lttf2 __letf2 __gttf2 __getf2 __unordtf2 __fixtfsi __fixtfdi __fixtfti __fixunstfsi __fixunstfdi __fixunstfti __extenddftf2 __extendsftf2 __trunctfdf2 __trunctfsf2'
const TEXT = 'vfprintf vfwprintf __floatscan ecvt fcvt gcvt'

/** Members of libc++, by their mangled names: num_put::do_put, num_get::do_get and std::to_chars. */
const STREAMS = ['c', 'w'].flatMap((character) => {
  const iterator = (direction: string) => `NS_19${direction}streambuf_iteratorI${character}NS_11char_traitsI${character}EEEE`
  const put = `_ZNKSt3__27num_putI${character}${iterator('o')}E6do_putES4_RNS_8ios_baseE${character}`
  const get = `_ZNKSt3__27num_getI${character}${iterator('i')}E6do_getES4_S4_RNS_8ios_baseERjR`
  return [...['d', 'e', 'l', 'm', 'x', 'y'].map((type) => put + type), ...['f', 'd', 'e'].map((type) => get + type)]
})
const TO_CHARS = ['f', 'd', 'e'].flatMap((type) =>
  ['', 'NS_12chars_formatE', 'NS_12chars_formatEi'].map((rest) => `_ZNSt3__28to_charsEPcS0_${type}${rest}`),
)

const words = (text: string) => text.split(' ')

export const WRAPPED: readonly string[] = [
  ...[UNARY, BINARY, OTHERS, COMPLEX].flatMap(words).flatMap((name) => [name, `${name}f`, `${name}l`]),
  ...words(WITHOUT_LONG_DOUBLE).flatMap((name) => [name, `${name}f`]),
  ...['lgamma_r', 'lgammaf_r', 'lgammal_r'],
  ...words(QUOTIENTS),
  ...words(WIDE_INTEGERS),
  ...words(QUAD),
  ...words(TEXT),
  'sbrk',
  ...words('memcmp bcmp'),
  ...STREAMS,
  ...TO_CHARS,
]
