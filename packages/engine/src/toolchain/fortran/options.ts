// Which words of FFLAGS and OPTFLAGS flang gets. What would read other files, load plug-ins or move the output is not among them.
import { foldersAbove, normalise } from '../paths.ts'

export interface FortranOptions {
  readonly options: readonly string[]
  readonly notes: readonly string[]
}

const TAKEN: readonly RegExp[] = [
  /^-O[0123]$/,
  /^-f(default-(real-8|double-8|integer-8|integer-4|real-4)|(free|fixed)-form|fixed-line-length=(none|\d+)|(no-)?backslash|no-automatic|implicit-none|(no-)?realloc-lhs|large-sizes|logical-abbreviations|xor-operator|unsigned|wrapv|(no-)?stack-arrays)$/,
  /^-(cpp|nocpp|pedantic|w)$|^-W[a-zA-Z0-9=-]*$/,
  /^-[DU][A-Za-z_]\w*(=[\w.+"' -]*)?$/,
]
/** Names of other compilers for the same. */
const SAME: Readonly<Record<string, string>> = {
  '-fdefault-double-8': '-fdefault-double-8',
  '-ffixed-line-length-none': '-ffixed-line-length=none',
  '-ffixed-line-length-132': '-ffixed-line-length=132',
  '-ffree-line-length-none': '',
  '-ffree-line-length-0': '',
  '-fno-underscoring': '',
  '-r8': '-fdefault-real-8',
  '-i8': '-fdefault-integer-8',
  '-Os': '-O2',
  '-Og': '-O1',
  '-O': '-O2',
}
/** They change nothing here. */
const SILENT = /^-(g\d?|pipe|static|fPIC|fpic|m(arch|tune)=.*|std=(f\d+|legacy|gnu)|frecursive|fautomatic|fno-second-underscore|fmax-errors=\d+)$/
const CHECKS = /^-(fcheck=.*|fbounds-check|C|check(=|$).*|Mbounds)$/
const FAST = /^-(Ofast|ffast-math|funsafe-math-optimizations|ffinite-math-only|fassociative-math|freciprocal-math)$/

/** @param above  folders above the build directory that exist */
export function fortranOptions(words: readonly string[], above: number): FortranOptions {
  const options: string[] = []
  const notes: string[] = []
  for (const word of words) {
    const taken = SAME[word] ?? word
    const folder = /^-I(.+)$/.exec(taken)?.[1]
    if (taken === '' || SILENT.test(taken)) continue
    if (folder !== undefined) {
      const path = normalise(folder)
      if (folder.startsWith('/') || foldersAbove([path ?? '']) > above) notes.push(`option ${word} was ignored: the path leaves the repository`)
      else options.push(`-I${path ?? '.'}`)
    } else if (TAKEN.some((pattern) => pattern.test(taken))) options.push(taken)
    else if (FAST.test(taken)) notes.push(`option ${word} was ignored: distributions travel as NaNs, which it lets the compiler assume away`)
    else if (CHECKS.test(taken)) notes.push(`option ${word} was ignored: flang has no checks of bounds`)
    else notes.push(`option ${word} was ignored: it is not available here`)
  }
  return { options, notes }
}
