// LLVM IR that flang made for a 32-bit machine, as IR for WebAssembly. flang has no WebAssembly of its own; of the machines that it has,
// 32-bit x86 under Windows lays out memory as WebAssembly does: pointers of 4 bytes, doubles and 64-bit integers aligned to 8. So sizes and
// offsets that flang computed stay right, and the compiler takes its IR once the names of the machine are replaced.

import { withAllocations } from './allocations.ts'
import { withCharacterValues } from './character-values.ts'
import { withNarrowPlaces } from './narrow-places.ts'
import { typeLines, withProcedureComponents } from './procedure-components.ts'
import { withTrampolines } from './trampolines.ts'

/** The machine that flang is told. */
export const FLANG_TARGET = 'i686-w64-windows-gnu'
const TRIPLE = 'wasm32-unknown-wasip1'

/** Of single complex results: on the other machine one integer, on WebAssembly memory. `complex.c` has these functions for Fortran's callers. */
const SINGLE_COMPLEX =
  'cacosf cacoshf casinf casinhf catanf catanhf ccosf ccoshf cexpf clogf cpowf csinf csinhf csqrtf ctanf ctanhf conjf __divsc3'.split(' ')

/** Kinds without a counterpart here; in the user's words. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\bx86_fp80\b/, 'real(10) is not available: it is a number format of one processor family; use real(8)'],
  [/\bbfloat\b/, 'real(3) is not available; use real(4)'],
]

// `llvm.is.fpclass` tests bits, and those of an uncertain number are a handle: `ieee.c` compares. Rounding modes are there, too.

export type Retargeted = { readonly ir: string } | { readonly refused: string }

/** COMMON blocks are symbols of a kind that WebAssembly has not: weak ones take their place, all as large as the largest of a name. */
const COMMON = /^(@"?[\w$.]+"?) = common ((?:\w+ )*)global \[(\d+) x i8\] zeroinitializer/gm

/** What the sources of one program have to agree on. */
export interface Shared {
  /** Bytes of each COMMON block, by its name in the IR. */
  readonly commons: ReadonlyMap<string, number>
  /** Lines that define the types of the IR, by their names. */
  readonly types: ReadonlyMap<string, string>
}
/** @param sources  IR of all of the program */
export function sharedOf(sources: readonly string[]): Shared {
  const commons = new Map<string, number>()
  for (const ir of sources)
    for (const [, name = '', , bytes] of ir.matchAll(COMMON)) commons.set(name, Math.max(commons.get(name) ?? 0, Number(bytes)))
  return { commons, types: new Map(sources.flatMap((ir) => [...typeLines(ir)])) }
}

export function retarget(ir: string, { commons, types }: Shared = sharedOf([ir])): Retargeted {
  const refused = REFUSED.find(([pattern]) => pattern.test(withoutText(ir)))
  if (refused) return { refused: refused[1] }
  const giant = largerThanAddresses(ir)
  if (giant) return { refused: `${giant.name} takes ${giant.bytes} bytes of static memory, more than addresses reach; allocate what is needed` }
  const named = ir
    .replace(/^target datalayout = .*$/m, '')
    .replace(/^target triple = .*$/m, `target triple = "${TRIPLE}"`)
    .replace(/ ?"(?:target-cpu|target-features|tune-cpu)"="[^"]*"/g, '')
    .replace(/^attributes #(\d+) = \{\s*\}$/gm, 'attributes #$1 = { "fortran" }')
    .replace(COMMON, (_all, name: string, words: string) => `${name} = weak ${words}global [${commons.get(name)} x i8] zeroinitializer`)
    .replace(/@llvm\.is\.fpclass\.f(32|64)\(([^)]*?)( immarg)?\)/g, '@fortran_is_class$1($2)')
    .replace(/@_hypotf(?=\()/g, '@hypotf') // its name under Windows
    .replace(/@llvm\.lround\.i64\.f(32|64)\(/g, '@fortran_nint$1(') // would be lround, whose result has 32 bits here
    .replace(/(@main|@_FortranAProgramStart)\(i64\b/g, '$1(i32') // -fdefault-integer-8 widens the count of arguments, and what main returns
    .replace(/@llvm\.(get|set)\.rounding\(/g, '@fortran_$1_rounding(')
    .replace(/@(\w+)(?=\()/g, (all, name: string) => (SINGLE_COMPLEX.includes(name) ? `@fortran_${name}` : all))
  const placed = withProcedureComponents(named, types)
  if ('refused' in placed)
    return { refused: `the derived type ${placed.refused} is not available: its procedure pointers stand in a form that has no layout here` }
  return { ir: withMain(withTrampolines(withCharacterValues(withNarrowPlaces(withAllocations(placed.ir))))) }
}

/** A variable of 4 GiB or more, at which the compiler would break down. */
function largerThanAddresses(ir: string): { name: string; bytes: number } | undefined {
  for (const [, name = '', counts = '', element = ''] of ir.matchAll(
    /^@"?([\w$.]+)"? = .*?\bglobal ((?:\[\d+ x )+)(double|float|i\d+|\{ double|\{ float)?/gm,
  )) {
    const size = { double: 8, float: 4, '{ double': 16, '{ float': 8 }[element] ?? Math.ceil(Number(element.slice(1) || 8) / 8)
    const bytes = Array.from(counts.matchAll(/\d+/g), Number).reduce((all, count) => all * count, size)
    if (bytes >= 2 ** 32) return { name: name.slice(name.lastIndexOf('E') + 1).replace(/_$/, ''), bytes }
  }
  return undefined
}

/** Constants of text could hold any word. */
function withoutText(ir: string): string {
  return ir.replace(/c"[^"]*"/g, '""')
}

/** The main function of flang takes the environment, too. It stays a function of its own: in one that has no lines, its own would be lost. */
function withMain(ir: string): string {
  const type = /^define .*\b(i32|i64) @main\(i32 /m.exec(ir)?.[1]
  if (type === undefined) return ir
  const own = ir.replace(/@main\(/g, '@fortran_main(')
  const call = `  %code = call ${type} @fortran_main(i32 %count, ptr %words, ptr null) noinline\n`
  const code = type === 'i32' ? '' : '  %narrow = trunc i64 %code to i32\n'
  return `${own}\ndefine i32 @__main_argc_argv(i32 %count, ptr %words) {\n${call}${code}  ret i32 %${code ? 'narrow' : 'code'}\n}\n`
}
