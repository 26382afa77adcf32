// Functions of our library that compute a number of numbers and do nothing else: they read and write no memory, decide nothing and end.
import type { Module } from '../binary/module.ts'
import { namesOf } from '../binary/names.ts'
import type { FunctionType } from '../binary/sections/types.ts'

/** As <math.h> names them, of double; with an f behind, of float. */
const NAMES =
  'exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sqrt cbrt fabs floor ceil trunc rint nearbyint round erf erfc tgamma logb pow atan2 hypot fmod fmin fmax fdim remainder copysign fma'
const PURE: ReadonlySet<string> = new Set(NAMES.split(' ').flatMap((name) => [`__wrap_${name}`, `__wrap_${name}f`]))

/** @param ours  by place of the body: it is of our own library; absent: nothing is known */
export function pureFunctions(
  module: Module,
  imported: number,
  typeOf: (index: number) => FunctionType,
  ours: readonly boolean[] | undefined,
): Map<number, FunctionType> {
  const found = new Map<number, FunctionType>()
  if (ours?.length !== module.bodies.length) return found
  for (const [index, name] of namesOf(module.customs, 'functions')) if (ours[index - imported] && PURE.has(name)) found.set(index, typeOf(index))
  return found
}
