// What a program module, the runtime module and the host agree on: handle bits, operation numbers, import names and types.
// The pass reads it to insert calls, the machine to link the modules; `abi-header.ts` gives the same to the C sources.

/**
 * An uncertain double is a quiet NaN whose bits 48..62 are 0x7FFD and whose low 48 bits are a handle, never 0.
 * A set sign bit means the negated value, so the hardware may flip it freely (f64.neg, integer xor).
 * An uncertain float is a quiet NaN (bits 22..30 set) whose low 22 bits are a handle, never 0; same rule for its sign.
 * Every other NaN is an ordinary NaN. Source: IEEE 754-2019 §6.2.1 leaves a quiet NaN's payload to us.
 */
export const HANDLE = { prefix64: 0x7ffd, payloadBits64: 48, quiet32: 0x7fc00000, payloadBits32: 22 } as const

export const UNARY = [
  'exp',
  'exp2',
  'expm1',
  'log',
  'log2',
  'log10',
  'log1p',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'sqrt',
  'cbrt',
  'fabs',
  'floor',
  'ceil',
  'trunc',
  'rint',
  'round',
  'erf',
  'erfc',
  'tgamma',
  'lgamma',
  'logb',
  'significand',
  'j0',
  'j1',
  'y0',
  'y1',
] as const
export const BINARY = [
  'pow',
  'atan2',
  'hypot',
  'fmod',
  'fmin',
  'fmax',
  'fdim',
  'remainder',
  'copysign',
  'scalb',
  'nextafter',
  'nexttowardf', // the float beside the float x, on the side of the double y
  'jn', // the order stands first, as a plain number
  'yn',
] as const

/** What a decision asks of a number. */
export const ASKED = [
  'comparison',
  'whole', // its integer part: a conversion to an integer
  'class', // NaN, infinite, zero, subnormal or normal
  'sign',
  'exponent',
  'bits', // any
  'kind', // class and sign
  'scale', // exponent and sign
] as const
export type Asked = (typeof ASKED)[number]
/** How a selection compares. */
export const COMPARED = ['eq', 'ne', 'lt', 'gt', 'le', 'ge'] as const
/** The integers of a conversion that becomes a number again at once. */
export const WHOLE = ['i32_s', 'i32_u', 'i64_s', 'i64_u'] as const
/** Places of decisions that the section does not list: in code of ours, which decides nothing for the user; in a library, at the user's call. */
export const PLACE = { none: 0, caller: -1 } as const

/** Questions that a program may ask of a value; `argument` as named. The answers are plain numbers. */
export const QUERIES = [
  'moment', // argument n: 0 → 1, 1 → mean, n > 1 → central moment
  'mode', // argument n, from 1
  'supportMin',
  'supportMax',
  'greater', // P(value > argument)
  'quantile', // argument: probability
  'density', // argument: domain value
  'sample', // one draw; argument unused
  'logLikelihood', // argument: domain value → ln of its mass where the value is discrete, else ln of the density there
  'least', // the joint outcome in which the value is smallest; argument unused
  'instance', // argument: a joint outcome → the value there. Outcomes keep their numbers until values of other sources are combined
] as const

export type WasmType = 'i32' | 'i64' | 'f32' | 'f64'
/**
 * `allocates`: may make new values, so the pass puts a safepoint behind a direct call to it.
 * `by`: the runtime module exports it (linked wasm to wasm), or the host implements it. Host functions take and give
 * handles as i64, because JavaScript sees all NaNs as one value (ECMA-262 §6.1.6.1).
 */
export interface AbiFunction {
  readonly parameters: readonly WasmType[]
  readonly result?: WasmType
  readonly by: 'runtime' | 'host'
  readonly allocates?: true
}

const ARITHMETIC_1 = ['sqrt', 'abs', 'neg', 'ceil', 'floor', 'trunc', 'nearest'] as const
const ARITHMETIC_2 = ['add', 'sub', 'mul', 'div', 'min', 'max', 'copysign'] as const

function arithmetic(): Record<string, AbiFunction> {
  const table: Record<string, AbiFunction> = {}
  for (const [type, width] of [
    ['f64', 64],
    ['f32', 32],
  ] as const) {
    for (const name of ARITHMETIC_1) table[`${name}${width}`] = { parameters: [type], result: type, by: 'runtime', allocates: true }
    for (const name of ARITHMETIC_2) table[`${name}${width}`] = { parameters: [type, type], result: type, by: 'runtime', allocates: true }
    // The last parameter of a decision is its place: a number from the section of the decisions, PLACE.none or PLACE.caller.
    for (const name of COMPARED) table[`${name}${width}`] = { parameters: [type, type, 'i32'], result: 'i32', by: 'runtime' }
    // The plain number that a conversion to an integer takes; the conversion itself stays a hardware instruction. x, index in ASKED, place
    table[`integer${width}`] = { parameters: [type, 'i32', 'i32'], result: type, by: 'runtime' }
    // As `abs`, of bits: an integer of the program that only looks like a handle stays what it is
    table[`size${width}`] = { parameters: [type], result: type, by: 'runtime', allocates: true }
  }
  return table
}

/** Imports of a program, all in module `ux`. */
export const IMPORTS: Readonly<Record<string, AbiFunction>> = {
  ...arithmetic(),
  promote: { parameters: ['f32'], result: 'f64', by: 'runtime', allocates: true },
  demote: { parameters: ['f64'], result: 'f32', by: 'runtime', allocates: true },
  unary: { parameters: ['i32', 'f64'], result: 'f64', by: 'runtime', allocates: true }, // index in UNARY, x
  binary: { parameters: ['i32', 'f64', 'f64'], result: 'f64', by: 'runtime', allocates: true }, // index in BINARY, x, y
  fma: { parameters: ['f64', 'f64', 'f64'], result: 'f64', by: 'runtime', allocates: true },
  // a where x compares so with y, else b: index in COMPARED, x, y, a, b, place
  choose: { parameters: ['i32', 'f64', 'f64', 'f64', 'f64', 'i32'], result: 'f64', by: 'runtime', allocates: true },
  whole: { parameters: ['f64', 'i32', 'i32'], result: 'f64', by: 'runtime', allocates: true }, // x as such an integer: x, index in WHOLE, place
  particle: { parameters: ['f64'], result: 'f64', by: 'runtime' },
  // family, shape1, shape2, location, scale, mean. On a core without tracking: mean, as a plain number.
  source: { parameters: ['i32', 'f64', 'f64', 'f64', 'f64', 'f64'], result: 'f64', by: 'runtime', allocates: true },
  // Transfer buffer for arrays: `clear`, then `put` value by value; results are read with `get`.
  clear: { parameters: [], by: 'runtime' },
  put: { parameters: ['f64'], by: 'runtime' },
  get: { parameters: ['i32'], result: 'f64', by: 'runtime' },
  // 0: the buffer holds samples; 1: it holds pairs (sample, weight), weights ≥ 0 with a finite sum > 0. Samples count as particles.
  empirical: { parameters: ['i32'], result: 'f64', by: 'runtime', allocates: true },
  // The buffer holds rows of `dimensions` components; afterwards it holds `dimensions` values of one joint law.
  joint: { parameters: ['i32'], by: 'runtime', allocates: true },
  mixture: { parameters: ['f64', 'f64', 'f64'], result: 'f64', by: 'runtime', allocates: true }, // a, b, P(a) in (0, 1)
  limit: { parameters: ['f64', 'f64', 'f64'], result: 'f64', by: 'runtime', allocates: true }, // value, min, max
  copy: { parameters: ['f64'], result: 'f64', by: 'runtime', allocates: true },
  // The buffer holds values; afterwards copies of them, independent of the sources, dependent among themselves as these were.
  jointcopy: { parameters: [], by: 'runtime', allocates: true },

  query: { parameters: ['i32', 'i64', 'f64'], result: 'f64', by: 'host' }, // index in QUERIES, value, argument
  // Ux tail ("Ux…", no particle) of a value into program memory: value, address, capacity → length it has; nothing written past capacity.
  tail: { parameters: ['i64', 'i32', 'i32'], result: 'i32', by: 'host' },
  // Text that starts at "Ux": address, length, bits of the decimal before it (or NO_PARTICLE) → value, or MALFORMED.
  parse: { parameters: ['i32', 'i32', 'i64'], result: 'i64', by: 'host', allocates: true },
  // Ux bytes: value, address, capacity, 64 or 32 (Double or Float form) → length; -1 when capacity is too small.
  tobytes: { parameters: ['i64', 'i32', 'i32', 'i32'], result: 'i32', by: 'host' },
  frombytes: { parameters: ['i32', 'i32', 'i32'], result: 'i64', by: 'host', allocates: true }, // address, length, 64 or 32
  // Dirac deltas of a value as pairs (position, mass), f64 each: value, address, capacity in pairs → their number; nothing written past capacity.
  atoms: { parameters: ['i64', 'i32', 'i32'], result: 'i32', by: 'host' },
  // Where else to call the model of Bayes' rule: prior, address of pairs (θ, ln likelihood), pairs so far, capacity → how many to add, 0 when
  // they are enough. Writes the θ behind the pairs so far, when they fit.
  nodes: { parameters: ['i64', 'i32', 'i32', 'i32'], result: 'i32', by: 'host' },
  posterior: { parameters: ['i64', 'i32', 'i32'], result: 'i64', by: 'host', allocates: true }, // prior, address of pairs, their number
  trace: { parameters: ['i32', 'i32', 'i64'], by: 'host' }, // number of a trace variable, element of its range, value
  // What a number is printed by, as any number that names it → how often that was printed, from 1, where the host wants to know what; else 0.
  printing: { parameters: ['i32'], result: 'i32', by: 'runtime' },
  // A number that is printed: value, what it is printed by and how often, which of its numbers → the number of a mark to print behind it, or 0; negative: in files, too.
  tell: { parameters: ['i64', 'i32', 'i32', 'i32'], result: 'i32', by: 'host' },
  collect: { parameters: [], by: 'host' }, // safepoints only, when `pressure` is not 0
}
/** Imported mutable i32 global `ux.pressure`, exported by the runtime: not 0 when the next safepoint must call `collect`. */
export const PRESSURE = 'pressure'
/** Global of the runtime module, i32, mutable: it is put back before a run in the same instance. */
export const RUNTIME_STACK_POINTER = '__stack_pointer'
/** A mark in a standard stream, around its number: a control sequence that no terminal knows (ECMA-48, application program command). */
export const MARK = { begin: '\x1b_Ux', end: '\x1b\\' } as const
/** Signalling NaN patterns no program computes; as bits of an i64. */
export const MALFORMED = 0x7ff0_0000_0000_0001n
export const NO_PARTICLE = 0x7ff0_0000_0000_0002n

/**
 * So many of a module's own functions are compiled by the optimising compiler at their first call; the others once they are called often.
 * A program with the custom section needs no more of that (`instrument/order.ts`). V8 has 32 such places; the last is a sign bit.
 */
export const OPTIMISED_PLACES = 31
export const OPTIMISED_SECTION = 'credence.optimised'

/** Nothing of a program lies below this address, so that what null pointers lead to belongs to nobody. */
export const LOWEST = 4096
/**
 * Exports that the pass adds to a program: its stack pointer (i32), where code is there twice whether anything is uncertain yet (mutable i32), with counting the instruction counter (mutable i64), and with guards what
 * they leave behind before they trap (mutable i32): what was to be done at a null pointer, or -1 (`instrument/guards.ts`); where the stack was
 * to reach down to, or 2^31 - 1.
 */
export const PROGRAM_EXPORTS = {
  stackPointer: 'ux_stack_pointer',
  made: 'ux_made',
  instructions: 'ux_instructions',
  nullAccess: 'ux_null_access',
  stackWanted: 'ux_stack_wanted',
} as const
export const NO_NULL_ACCESS = -1
export const NO_STACK_WANTED = 2 ** 31 - 1

/** The name of the module that starts a sample and puts memory back; it stands on the stack below the program. */
export const TURNING = 'credence-turning'

/**
 * What the runtime module exports for the host only, besides `memory`. Handles as i64.
 * `law` in a description: index in FAMILIES of the distributions, or -1; it is there while the value is an affine image of one source or a linear
 * combination of Gaussian ones.
 */
export const RUNTIME_EXPORTS: Readonly<Record<string, Pick<AbiFunction, 'parameters' | 'result'>>> = {
  // samples N, atoms P, tracking 0 | 1, operands independent 0 | 1 (CorrelationTracking Disable), bytes for ensembles
  configure: { parameters: ['i32', 'i32', 'i32', 'i32', 'f64'] },
  describe: { parameters: ['i64'], result: 'i32' }, // address of a Description, valid until the next call into the runtime
  sorted: { parameters: ['i64'], result: 'i32' }, // address of the value's samples, ascending, non-finite ones last; kept with the value
  // count, address of positions, address of masses (f64, sum 1), particle, mean (NaN: that of the atoms) → value placed as a new source;
  // sign, order and non-finite positions are free
  fromatoms: { parameters: ['i32', 'i32', 'i32', 'f64', 'f64'], result: 'i64' },
  scratch: { parameters: ['i32'], result: 'i32' }, // bytes → address of a buffer for the host, valid until the next `scratch`
  mark: { parameters: ['i32', 'i32'] }, // address, length: every handle at any byte offset of that copy of program memory stays alive
  meetings: { parameters: [], result: 'f64' }, // where operands are independent: operations on values of common origin (src/ensemble/origin.h)
  sweep: { parameters: [] }, // frees what was not marked since the last sweep, clears `pressure`
  // 0 live values, 1 live bytes, 2 collections, 3 values ever made, 4 places of decisions, from 0, 5 whether samples would have decided otherwise,
  // or may have where nobody looked, 6 samples of a path that a majority took with it, 7 calls of `printing` before samples disagreed, 8 whether the
  // particle of a value was made of a law after that
  statistic: { parameters: ['i32'], result: 'f64' },
  decisions: { parameters: [], result: 'i32' }, // address of a Decision for each place; 0 while there is none
  // What a run needs that follows one path (src/ensemble/follow.h), after `configure` with the samples of the path:
  // samples of all paths, a number that tells this one from others, index in WAYS, of a path that leads: decisions before the first that goes against samples
  follow: { parameters: ['i32', 'i32', 'i32', 'i32'] },
  alone: { parameters: ['i32', 'i32', 'i32', 'i32'] }, // again, with one sample: as `births`; which of the samples of each; which of all samples it is
  cuts: { parameters: [] }, // once samples would have decided otherwise than the particle, values are to be their particles
  telling: { parameters: ['i32'] }, // `printing` is to answer once samples would have decided otherwise than the particle; on a path after so many calls
  hand: { parameters: ['i32'], result: 'i32' }, // bytes → address of a buffer for the host, kept
  condition: { parameters: ['i32'] }, // address of f64[samples]: which of all samples those of this path are
  births: { parameters: ['i32', 'i32'] }, // address of a Handed for each number of a birth, how many
  decided: { parameters: ['i32', 'i32', 'i32', 'i32'] }, // address of u8: 0, 1 or a conversion; how many; address of f64, of the conversions; how many
}
/** Layout of a Handed: byte offsets, little-endian. */
export const HANDED = {
  number: 0, // u32: of the birth
  kind: 4, // u32: index in HANDED_KINDS
  plain: 8, // f64: the plain number, or the particle
  samples: 16, // u32: address, f64[samples]
  negated: 20, // u32: 1: the result is the negative of the value that is told
  bytes: 24,
} as const
export const HANDED_KINDS = ['absent', 'plain', 'held', 'anew'] as const
/** What a path does where its samples do not agree: it ends; the larger part decides; it ends, also where they agree but not with the particle; the particle decides. */
export const WAYS = ['samples', 'majority', 'seeking', 'leading'] as const
/** Layout of a Description: byte offsets, little-endian. */
export const DESCRIPTION = {
  particle: 0, // f64
  uncertain: 8, // i32: 0 plain number, 1 uncertain
  count: 12, // i32: samples
  samples: 16, // i32: address, f64[count], in ensemble order
  law: 20, // i32
  shape1: 24, // f64
  shape2: 32, // f64
  location: 40, // f64
  scale: 48, // f64, may be negative
  atoms: 56, // i32: number of exact atoms, 0 where there is no law
  positions: 60, // i32: address, f64[atoms]
  masses: 64, // i32: address, f64[atoms], sum 1
  mean: 72, // f64: of the law, carried through the affine maps, or of the samples
} as const
/** Layout of a Decision: byte offsets, little-endian. `src/ensemble/decide.h` says what the fields mean. */
export const DECISION = {
  evaluations: 0, // f64
  disagreements: 8, // f64
  largest: 16, // f64
  sum: 24, // f64
  measured: 32, // f64
  estimated: 40, // u32
  bytes: 56,
} as const
/** Imports of the runtime module, in module `host`. */
export const RUNTIME_IMPORTS: Readonly<Record<string, Pick<AbiFunction, 'parameters' | 'result'>>> = {
  // family, shape1, shape2, what, count, address → number written.
  // what 0: quantile nodes Q((i + ½)/count), ascending; 1: TTR of `count` atoms: positions, then as many masses; 2: mean of the standard form;
  // 3: quantile nodes of the part between the two doubles at the address; 0 where it has no mass, -1 where it is all
  law: { parameters: ['i32', 'f64', 'f64', 'i32', 'i32', 'i32'], result: 'i32' },
  place: { parameters: ['i32'], result: 'i32' }, // index in ASKED → number of the place in the program that is running
  trap: { parameters: ['i32', 'i32'] }, // address and length of a message; does not return
  // A path ends at a decision on which its samples disagree; does not return. Address of u32[samples]: the class of each; address of f64[classes]: the
  // answer of each class; classes; whether it is a conversion; address of f64[samples]: which of all samples they are, or 0; address of Handed, how
  // many; as `decided`: what was decided before; class of the particle's answer, -1: none. Where a path is sought on which all agree, but not with the
  // particle, there are no classes
  split: { parameters: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'] },
}
