// Which compiler and linker options of a config.mk are passed on. An option is passed because a row of the table allows it;
// what nobody needs here is dropped silently, the rest is dropped with a note. So nothing reaches the host, loads a plug-in,
// moves an output or breaks what the engine relies on (NaNs that carry handles, one target, one object format).
// Each is passed as one word that begins with its name, and no value begins with `-` or `@`: the compiler reads a word that begins
// with `@` as the name of a file with more options, also where it stands behind an option that it has split from its value.
import { foldersAbove, normalise } from './paths.ts'

export interface Filtered {
  readonly options: readonly string[]
  readonly notes: readonly string[]
}
export interface Libraries {
  /** Names after `-l`, in order, without those that are always linked. */
  readonly names: readonly string[]
  /** Folders after `-L`, relative to the build directory. */
  readonly folders: readonly string[]
  /** Paths of archives given by name. */
  readonly archives: readonly string[]
  readonly notes: readonly string[]
}

/** Options for the compiler, from the words of CFLAGS, CXXFLAGS, INC or OPTFLAGS. `above`: folders above the build directory that exist. */
export function compilerOptions(words: readonly string[], language: 'c' | 'c++', above: number): Filtered {
  const options: string[] = []
  const notes: string[] = []
  const given = unquoted(words)
  for (let index = 0; index < given.length; index++) {
    const word = given[index]!
    const separate = SEPARATE.find((name) => name === word)
    const argument = separate === undefined ? undefined : given[++index]
    if (separate !== undefined && argument === undefined) notes.push(`option ${word} was ignored: its argument is missing`)
    else if (separate !== undefined && argument !== undefined) {
      const verdict = judge(separate + argument, above, separate)
      if (verdict === undefined) options.push(separate + argument)
      else if (verdict !== SILENT) notes.push(`option ${separate} ${argument} was ignored: ${verdict}`)
    } else {
      const verdict = standard(word, language) ?? judge(word, above)
      if (verdict === undefined) options.push(word)
      else if (verdict !== SILENT) notes.push(`option ${word} was ignored: ${verdict}`)
    }
  }
  // Checks that report need a runtime. Those that trap name the line, where the traps of a function are not merged into one.
  if (options.some((option) => CHECKS.test(option))) options.push('-fsanitize-trap=all', '-fno-sanitize-merge')
  return { options, notes }
}

/** Libraries, from the words of LDFLAGS, EXTRA_LIBS and LIBS in that order. */
export function linkerOptions(words: readonly string[]): Libraries {
  const names: string[] = []
  const folders: string[] = []
  const archives: string[] = []
  const notes: string[] = []
  const given = unquoted(words)
  for (let index = 0; index < given.length; index++) {
    let word = given[index]!
    if ((word === '-l' || word === '-L') && index + 1 < given.length) word += given[++index]
    if (word.startsWith('-l')) ALWAYS_LINKED.has(word.slice(2)) || names.push(word.slice(2))
    else if (word.startsWith('-L')) {
      const folder = normalise(word.slice(2))
      if (folder !== undefined) folders.push(folder)
      else if (word.startsWith('-L/')) notes.push(outside(word))
    } else if (/\.a$/.test(word) && !word.startsWith('-')) archives.push(word)
    else if (!HARMLESS_AT_LINK.test(word)) notes.push(`linker option ${word} was ignored: it has no meaning here`)
  }
  return { names, folders, archives, notes }
}

/** Words may be quoted as for a shell: -D'X="a"' and the like. */
function unquoted(words: readonly string[]): string[] {
  const text = words.join(' ')
  const result: string[] = []
  for (const match of text.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+/gs)) {
    result.push(
      match[0].replace(
        /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
        (_all, escaped, double, single) => escaped ?? single ?? double.replace(/\\(["\\$`])/g, '$1'),
      ),
    )
  }
  return result
}

const SILENT = ''
/** Why an option is not passed on; SILENT where that changes nothing; undefined: it is passed on. */
type Verdict = string | undefined

/** They may stand apart from their argument. */
const SEPARATE = [
  '-D',
  '-U',
  '-I',
  '-isystem',
  '-iquote',
  '-idirafter',
  '-include',
  '-x',
  '-o',
  '-MF',
  '-MT',
  '-MQ',
  '-Xclang',
  '-mllvm',
  '-Xlinker',
  '-Xpreprocessor',
  '-Xassembler',
  '-target',
  '-arch',
  '-l',
  '-L',
  '--param',
  '-isysroot',
  '-T',
  '-e',
  '-u',
]

const NAN = 'distributions travel as NaNs, which it lets the compiler assume away'
const TARGET = 'the target is fixed'
const OUTPUT = 'the build decides what is made'
const CLOSED = 'it is not available here'

/** Checks of the program's own operations. */
const CHECK =
  'undefined|null|bounds|array-bounds|alignment|object-size|shift|shift-base|shift-exponent|signed-integer-overflow|integer-divide-by-zero|return|nonnull-attribute|returns-nonnull-attribute|unreachable|vla-bound|bool|builtin|enum|pointer-overflow'
const CHECKS = new RegExp(`^-fsanitize=(${CHECK})(,(${CHECK}))*$`)

/** First match decides. */
const RULES: readonly (readonly [RegExp, Verdict])[] = [
  [/^-Wno-error(=.*)?$|^-Werror(=.*)?$|^-W[a-zA-Z0-9+=#-]*$|^-w$|^-pedantic(-errors)?$/, undefined],
  [/^-W[lap],/, CLOSED],
  [/^-Ofast$/, NAN],
  [/^-O[0123sz]?$|^-Og$/, undefined],
  [/^-std=[a-z0-9+:]+$|^-ansi$|^--std=[a-z0-9+:]+$/, undefined],
  [
    /^-f(no-)?(fast-math|finite-math-only|unsafe-math-optimizations|associative-math|reciprocal-math|approx-func)$|^-fno-honor-(nans|infinities)$|^-ffp-(model|exception-behavior|contract)=/,
    NAN,
  ],
  [
    /^-f(no-)?(builtin(-[a-z0-9_]+)?|math-errno|strict-aliasing|strict-overflow|wrapv|signed-char|unsigned-char|short-enums|common|inline(-functions)?|unroll-loops|vectorize|slp-vectorize|tree-vectorize|rtti|permissive|ms-extensions|gnu89-inline|signed-zeros|trapping-math|rounding-math|char8_t|sized-deallocation|aligned-new|delete-null-pointer-checks|elide-constructors|merge-all-constants|optimize-sibling-calls|zero-initialized-in-bss|function-sections|data-sections|omit-frame-pointer|dollars-in-identifiers|asm|declspec|blocks|plan9-extensions|concepts|implicit-templates|access-control|relaxed-template-template-args)$/,
    undefined,
  ],
  [/^-f(no-)?(exceptions|cxx-exceptions|asynchronous-unwind-tables|unwind-tables)$|^-f(wasm-exceptions|no-non-call-exceptions)$/, SILENT],
  [/^-fnon-call-exceptions$/, 'a trap ends the program; it cannot be caught'],
  [
    /^-f(template-depth|constexpr-depth|constexpr-steps|bracket-depth|macro-backtrace-limit|template-backtrace-limit|input-charset|exec-charset|visibility|error-limit)=[a-zA-Z0-9-]+$|^-ferror-limit=\d+$/,
    undefined,
  ],
  [
    /^-f(no-)?(PIC|pic|PIE|pie|stack-protector(-[a-z]+)?|color-diagnostics|diagnostics-[a-z-]+(=.*)?|ident|semantic-interposition|plt|lto(=.*)?|stack-clash-protection|cf-protection(=.*)?|tree-[a-z-]+|gcse|ipa-[a-z-]+|strict-volatile-bitfields|single-precision-constant|caret-diagnostics|show-[a-z-]+|message-length=\d+)$|^-fdiagnostics-color(=.*)?$|^-fmax-errors=\d+$|^-fmessage-length=\d+$/,
    SILENT,
  ],
  [
    /^-(no-)?pie$|^-g(\d|db\d?|dwarf(-\d)?|gdb)?$|^-pipe$|^-static$|^-s$|^-v$|^-p$|^-pg$|^-pthread$|^-rdynamic$|^-lm$|^-l.*$|^-L.*$|^-M(M|D|MD|P|G)?$/,
    SILENT,
  ],
  [
    /^-m(arch|tune|cpu|fpu|float-abi|abi)=.*$|^-m(32|64|thumb|arm|sse.*|avx.*|fma|simd128|hard-float|soft-float|no-.*|atomics|threads.*|exec-model=.*)$|^-(target|arch)$|^--target=/,
    TARGET,
  ],
  [/^-(c|S|E|shared|emit-llvm|fsyntax-only)$|^-o.*$|^-M[FTQ].*$|^-save-temps.*$|^-x.*$/, OUTPUT],
  [CHECKS, undefined],
  [/^-fsanitize-trap(=.*)?$|^-fsanitize-undefined-trap-on-error$|^-fno-sanitize-recover(=.*)?$/, SILENT],
  [/^-fsanitize=/, 'only the checks of -fsanitize=undefined are available here'],
  [/^-fopenmp.*$/, 'there are no threads; the pragmas are ignored'],
]
/** Options with a value that the repository chooses, and the value. */
const WITH_MACRO = /^-[DU](.*)$/s
const WITH_PATH = /^-(?:I|isystem|iquote|idirafter|include)(.*)$/s
/** A name, of a macro with parameters too, and what it stands for. */
const MACRO = /^[\p{L}_$][\p{L}\p{N}_$]*(\([\p{L}\p{N}_$\s,.]*\))?(=.*)?$/su

/** @param option with its argument, if it has one; `name`: without */
function judge(option: string, above: number, name = option): Verdict {
  const macro = WITH_MACRO.exec(option)
  if (macro !== null) return MACRO.test(macro[1]!) ? undefined : 'it names no macro'
  const path = WITH_PATH.exec(option)
  if (path !== null) return judgePath(path[1]!, above)
  if (name === '-l' || name === '-L' || name === '-u' || name === '--param') return SILENT
  const rule = RULES.find(([pattern]) => pattern.test(name))
  return rule === undefined ? CLOSED : rule[1]
}
function judgePath(path: string, above: number): Verdict {
  if (path === '') return 'its argument is missing'
  if (/^[-@]/.test(path)) return `a path that begins with '${path[0]}' is not taken; write ./${path}`
  if (/^\/|^[A-Za-z]:/.test(path)) return 'the path is absolute; only files of the repository can be read'
  if (foldersAbove([normalise(path) ?? '']) > above) return 'the path leaves the repository'
  return undefined
}
/** A standard of the other language is an error to the compiler, but here one text serves both. */
function standard(word: string, language: 'c' | 'c++'): Verdict {
  const match = /^--?std=(?:c|gnu|iso9899:)(\+\+)?/.exec(word)
  if (match === null || (match[1] !== undefined) === (language === 'c++')) return undefined
  return `it is no standard of ${language === 'c' ? 'C' : 'C++'}`
}

const ALWAYS_LINKED = new Set([
  'm',
  'c',
  'stdc++',
  'c++',
  'c++abi',
  'supc++',
  'gcc',
  'gcc_s',
  'pthread',
  'dl',
  'rt',
  'util',
  'crypt',
  'resolv',
  'uxhw',
  'UxHw',
  'UXHW',
  'atomic',
  'unwind',
  'setjmp',
])
const HARMLESS_AT_LINK =
  /^-(static|shared-libgcc|static-libgcc|static-libstdc\+\+|pthread|s|g\d?|O\w*|no-pie|pie|rdynamic|flto|v|Wl,.*(gc-sections|--start-group|--end-group|-rpath.*|--as-needed|-O1|--strip.*|-s|-Map.*|-z.*|--no-as-needed|--warn-.*))$/
const outside = (word: string) => `linker option ${word} was ignored: only folders of the repository are searched`
