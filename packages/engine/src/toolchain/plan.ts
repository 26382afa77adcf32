// What a build does: one compile command for each source and one link command. A pure function of files, config.mk and core.
// See docs/engine/builds.md.
import { LOWEST } from '../abi.ts'
import type { CoreSpec, Files } from '../types.ts'
import { type ConfigMk, ConfigMkError, evaluateConfigMk } from './config-mk.ts'
import { isFortran } from './fortran/sources.ts'
import { planTranslations, type Translation } from './fortran/translation.ts'
import { Includes } from './includes.ts'
import { compilerOptions, type Libraries, linkerOptions } from './options.ts'
import { absolute, buildDirectory, foldersAbove, isUsableName, normalise, ROOTS } from './paths.ts'
import { coversHeaders, PRECOMPILED_HEADER, type PrecompiledVariant } from './precompiled.ts'

export type Language = 'c' | 'c++' | 'fortran'
export interface CompileCommand {
  /** Relative to the build directory. */
  readonly source: string
  readonly object: string
  readonly language: Language
  /** For `clang` or `clang++`, without a precompiled header. The object goes to standard output. */
  readonly arguments: readonly string[]
  /** The precompiled header that fits options and source. */
  readonly precompiled?: PrecompiledVariant
}
export interface LinkCommand {
  /** For `wasm-ld`. The link map and then the module go to standard output: see `splitLinked`. */
  readonly arguments: readonly string[]
  /** Archives of the repository that the command reads, relative to the build directory. */
  readonly archives: readonly string[]
}
export interface Plan {
  readonly compile: readonly CompileCommand[]
  readonly link: LinkCommand
  /** Sources that the Fortran compiler turns into IR first, in their order. */
  readonly translations: readonly Translation[]
  /** For the build output, before anything is compiled. */
  readonly notes: readonly string[]
  /** Not empty: the build cannot start. */
  readonly errors: readonly string[]
  /** The build directory as the compiler sees it. */
  readonly directory: string
  /** How many folders above it the files reach. */
  readonly above: number
}
/** What the build takes from the other parts of the engine. */
export interface PlanInputs {
  /** Functions that the linker wraps: `f` calls `__wrap_f`. */
  readonly wrapped: readonly string[]
  /** Paths of the platform's headers, relative to their directory. */
  readonly headers: Iterable<string>
}

const PAGE = 65536
/** What a main thread has on Linux: programs with arrays in their functions count on it. With little memory a part of it, with much another. */
export const STACK = { bytes: 8 << 20, small: 4, large: 8 } as const

export function planBuild(files: Files, core: CoreSpec, inputs: PlanInputs): Plan {
  const errors: string[] = []
  const notes: string[] = []
  const above = foldersAbove(files.keys())
  for (const path of files.keys()) if (!isUsableName(path)) errors.push(`error: the file name ${JSON.stringify(path)} cannot be used`)
  const config = readConfig(files, core, errors)
  notes.push(...(config?.notes ?? []))
  const sources = chooseSources(files, config, errors)
  const headers = new Set(inputs.headers)
  const includes = new Includes(files)

  const note = (text: string) => notes.includes(text) || notes.push(text)
  const compile = sources.flatMap((source): CompileCommand[] => {
    const language = languageOf(source)
    if (language === undefined) return []
    if (language === 'fortran') return [fortranCommand(core, source, config)]
    const given = userOptions(config, language, above)
    for (const text of given.notes) note(text)
    const options = languageOptions(core, language, config !== undefined, given.options)
    const optimisation = config?.isSet('OPTFLAGS') ? given.optimisation : [defaultOptimisation(core)]
    const common = [...options, ...optimisation, ...platformOptions(core, headers)]
    const covered = language === 'c++' && includes.reaches(PRECOMPILED_HEADER, source, includeFolders(given.options))
    const precompiled = covered ? coversHeaders(common, given.options) : undefined
    return [
      {
        source,
        object: objectPath(source),
        language,
        arguments: [
          ...['-c', '-o', '-', `-working-directory=${buildDirectory(above)}`, '-ivfsoverlay', `${ROOTS.parts}/overlay.json`],
          ...common,
          ...warnings(core, given.options),
          `-I${ROOTS.headers}`,
          ...given.options,
          '-I.',
          ...['-Wno-error=format', '-Wno-format-invalid-specifier'], // the compiler does not know %P
          ...sourceArguments(source, above),
        ],
        ...(precompiled && { precompiled }),
      },
    ]
  })
  const fortran = planTranslations(
    files,
    sources.filter(isFortran),
    [...['INC', 'FFLAGS'].flatMap((name) => config?.words(name) ?? []), ...optimisationOf(core, config)],
    above,
  )
  for (const text of fortran.notes) note(text)
  errors.push(...fortran.errors)
  const libraries = linkerOptions(['LDFLAGS', 'EXTRA_LIBS', 'LIBS'].flatMap((name) => config?.words(name) ?? []))
  for (const text of libraries.notes) note(text)
  const archives = findArchives(libraries, files, errors)
  const link = {
    arguments: linkArguments(
      core,
      compile,
      archives.map((path) => absolute(path, above)),
      inputs,
    ),
    archives,
  }
  return { compile, link, translations: fortran.translations, notes, errors, directory: buildDirectory(above), above }
}

/** Bytes of a program's memory: MemorySize in whole pages. */
export function memoryLimit(core: CoreSpec): number {
  return Math.floor(core.MemorySize / PAGE) * PAGE
}
/** Bytes of a program's stack. */
export function stackSize(core: CoreSpec): number {
  const memory = memoryLimit(core)
  return Math.floor(Math.max(memory / STACK.large, Math.min(memory / STACK.small, STACK.bytes)) / 16) * 16
}
export function tracks(core: CoreSpec): boolean {
  return core.Microarchitecture === 'Athens' || core.Microarchitecture === 'Zurich'
}

// ---- config.mk and sources

/** Type numbers of Ux data (docs/engine/ux-data.md). */
const REPRESENTATION_TYPE = { Zurich: '0', Athens: '4', Bypass: '9', Reference: '9' } as const

function readConfig(files: Files, core: CoreSpec, errors: string[]): ConfigMk | undefined {
  const bytes = files.get('config.mk')
  if (bytes === undefined) return undefined
  if (bytes.length > 262_144) {
    errors.push('config.mk: error: the file is longer than the limit of 262144 bytes')
    return undefined
  }
  try {
    const config = evaluateConfigMk(new TextDecoder().decode(bytes), files.keys(), {
      REPRESENTATION_TYPE: REPRESENTATION_TYPE[core.Microarchitecture],
      REPRESENTATION_SIZE: String(core.Precision),
      CORRELATION_TRACKING: core.CorrelationTracking,
    })
    for (const name of READ_VARIABLES) config.value(name) // so that errors and notes of their expansion are known now
    return config
  } catch (error) {
    if (!(error instanceof ConfigMkError)) throw error
    errors.push(`error: ${error.message}`)
    return undefined
  }
}
const READ_VARIABLES = ['SOURCES', 'CFLAGS', 'CXXFLAGS', 'FFLAGS', 'LDFLAGS', 'LIBS', 'EXTRA_LIBS', 'OPTFLAGS', 'INC']

const LANGUAGES: readonly (readonly [RegExp, 'c' | 'c++'])[] = [
  [/\.c$/, 'c'],
  [/\.(cc|cpp|c\+\+|cp|cxx|C|CPP)$/, 'c++'],
]

function languageOf(path: string): Language | undefined {
  return isFortran(path) ? 'fortran' : LANGUAGES.find(([extension]) => extension.test(path))?.[1]
}

/** SOURCES of the configuration, or every source of the build directory but a `uxhw.c`, which stands in for the platform elsewhere. */
function chooseSources(files: Files, config: ConfigMk | undefined, errors: string[]): string[] {
  const listed = config?.isSet('SOURCES') ?? false
  const candidates = listed
    ? config!.words('SOURCES')
    : [...files.keys()].filter((path) => !path.startsWith('../') && !/(^|\/)uxhw\.c$/.test(path)).sort()
  const chosen: string[] = []
  for (const given of candidates) {
    const path = normalise(given)
    if (path === undefined || (listed && !files.has(path))) errors.push(`config.mk: error: SOURCES names '${given}', which is not in the repository`)
    else if (languageOf(path) === undefined && listed) {
      if (!/\.(h|hh|hpp|hxx)$/.test(path)) errors.push(`config.mk: error: SOURCES names '${given}', which is neither C, C++ nor Fortran`)
    } else if (languageOf(path) !== undefined && !chosen.includes(path)) chosen.push(path)
  }
  if (chosen.length === 0 && errors.length === 0)
    errors.push('error: there is no source file (*.c, *.cc, *.cpp, *.c++, *.cp, *.cxx, *.f90, *.f) in the build directory')
  if (chosen.length > MOST_SOURCES) errors.push(`error: ${chosen.length} source files are more than the limit of ${MOST_SOURCES}`)
  return chosen
}
const MOST_SOURCES = 2000

// ---- compiler options

function defaultOptimisation(core: CoreSpec): string {
  return tracks(core) && core.CorrelationTracking === 'Disable' ? '-O0' : '-O2'
}

function optimisationOf(core: CoreSpec, config: ConfigMk | undefined): readonly string[] {
  return config?.isSet('OPTFLAGS') ? config.words('OPTFLAGS') : [defaultOptimisation(core)]
}

/** IR is compiled as it is: flang has read the user's options. */
function fortranCommand(core: CoreSpec, source: string, config: ConfigMk | undefined): CompileCommand {
  const level = optimisationOf(core, config).findLast((word) => /^-O[0-3]$/.test(word)) ?? defaultOptimisation(core)
  const path = irPath(source)
  return {
    source,
    object: objectPath(source),
    language: 'fortran',
    arguments: ['-c', '-o', '-', '-x', 'ir', level, '-Wno-override-module', '-mllvm', '-wasm-enable-sjlj', path],
  }
}
/** Where the compiler finds the IR of a Fortran source. */
export function irPath(source: string): string {
  return `${objectPath(source)}.ll`
}

interface UserOptions {
  readonly options: readonly string[]
  readonly optimisation: readonly string[]
  readonly notes: readonly string[]
}
function userOptions(config: ConfigMk | undefined, language: 'c' | 'c++', above: number): UserOptions {
  if (config === undefined) return { options: [], optimisation: [], notes: [] }
  const flags = compilerOptions([...config.words('INC'), ...config.words(language === 'c' ? 'CFLAGS' : 'CXXFLAGS')], language, above)
  const optimisation = compilerOptions(config.words('OPTFLAGS'), language, above)
  return { options: flags.options, optimisation: optimisation.options, notes: [...flags.notes, ...optimisation.notes] }
}

/** Those of -I and its kin. */
function includeFolders(options: readonly string[]): string[] {
  return options.flatMap((option) => /^-(?:I|iquote|isystem|idirafter)(.+)$/.exec(option)?.[1] ?? [])
}

/** Standard and what belongs to the language. A standard among the user's options comes later on the command line and wins. */
function languageOptions(core: CoreSpec, language: 'c' | 'c++', configured: boolean, given: readonly string[]): string[] {
  const named = given.some((option) => /^--?std=|^-ansi$/.test(option))
  const standard = named ? [] : language === 'c' ? ['-std=gnu17'] : configured ? [] : ['-std=c++14']
  const platform = core.Class === 'C0' ? ['-DEMULATOR_STATIC_COMPILATION'] : []
  return [...standard, ...(language === 'c++' ? [EXCEPTIONS] : []), ...platform]
}

/** By WebAssembly's own instructions. The unwinder is in src/guest/exceptions; `-fno-exceptions` of a user changes nothing that is allowed. */
const EXCEPTIONS = '-fwasm-exceptions'

/** Emulations of what WASI lacks, and the header that redirects the classification macros. */
function platformOptions(core: CoreSpec, headers: ReadonlySet<string>): string[] {
  return [
    ...['-gdwarf-4', '-gline-tables-only'], // for what a trap says; it changes no code
    '-ffp-contract=off',
    // Else they become bit operations on a long double, which would take a handle's words apart.
    ...['-fno-builtin-fabsl', '-fno-builtin-copysignl'],
    ...['-mllvm', '-wasm-enable-sjlj'],
    ...['SIGNAL', 'PROCESS_CLOCKS', 'GETPID', 'MMAN'].map((part) => `-D_WASI_EMULATED_${part}`),
    `-DUX_TRACKING=${tracks(core) ? 1 : 0}`,
    ...(headers.has(CLASSIFY) ? ['-include', `${ROOTS.headers}/${CLASSIFY}`] : []),
  ]
}
const CLASSIFY = 'credence/classify.h'

/**
 * The driver looks for the source itself, without the overlay, so that one above the build directory has no `..` in its path.
 * A name is never an option or the name of a file with options.
 */
function sourceArguments(source: string, above: number): string[] {
  if (source.startsWith('../')) return [`-fmacro-prefix-map=${ROOTS.work}/=`, absolute(source, above)]
  return /^[-@]/.test(source) ? ['-fmacro-prefix-map=./=', `./${source}`] : [source]
}

/** Old programs build: what C99 and C23 made errors stays a warning. A `-Werror` of the user is kept, but for formats. */
function warnings(core: CoreSpec, given: readonly string[]): string[] {
  const quiet = given.includes('-w')
  return [
    '-Wall',
    ...(core.Class === 'C0Pro' ? ['-Wno-sometimes-uninitialized'] : []),
    ...(quiet ? [] : ['-Wimplicit-function-declaration']),
    ...['implicit-function-declaration', 'implicit-int', 'int-conversion', 'incompatible-function-pointer-types'].map((name) => `-Wno-error=${name}`),
    ...['-fno-color-diagnostics', '-fmessage-length=0'],
  ]
}

// ---- link command

function objectPath(source: string): string {
  return `${ROOTS.objects}/${source.replaceAll('../', '_up_/')}.o`
}

function findArchives(libraries: Libraries, files: Files, errors: string[]): string[] {
  const found: string[] = []
  for (const given of libraries.archives) {
    const path = normalise(given)
    if (path !== undefined && files.has(path)) found.push(path)
    else errors.push(`error: the library '${given}' is not in the repository`)
  }
  for (const name of libraries.names) {
    const path = ['.', ...libraries.folders].map((folder) => normalise(`${folder}/lib${name}.a`)!).find((candidate) => files.has(candidate))
    if (path !== undefined) found.push(path)
    else errors.push(`error: the library '${name}' (-l${name}) is neither in the repository nor on the platform`)
  }
  return found
}

/** The runtime of Fortran programs. */
export const FORTRAN_LIBRARY = `${ROOTS.parts}/libUxFortran.a`

function linkArguments(core: CoreSpec, compile: readonly CompileCommand[], archives: readonly string[], inputs: PlanInputs): string[] {
  const system = '/usr/lib/wasm32-wasip1'
  const cxx = compile.some(({ language }) => language === 'c++')
  const fortran = compile.some(({ language }) => language === 'fortran')
  return [
    ...['-m', 'wasm32', `-L${system}`, '--demangle', '--error-limit=50', '--stack-first'],
    ...['-z', `stack-size=${LOWEST + stackSize(core)}`, `--max-memory=${memoryLimit(core)}`],
    // Loaded even where only a wrapper calls it: this linker fails on a wrapped function that it has not loaded. What nobody calls is dropped.
    ...inputs.wrapped.flatMap((name) => [`--wrap=${name}`, `--undefined=${name}`]),
    ...(cxx ? [] : [`${system}/crt1-command.o`]), // libUxHw.a has a `_start` for C++
    ...compile.map(({ object }) => object),
    ...archives,
    ...(fortran ? [FORTRAN_LIBRARY] : []),
    `${ROOTS.parts}/libUxHw.a`,
    ...(cxx ? ['-lc++', '-lc++abi'] : []),
    '-lsetjmp',
    ...['-lc-printscan-long-double', '-lwasi-emulated-signal', '-lwasi-emulated-process-clocks', '-lwasi-emulated-getpid', '-lwasi-emulated-mman'],
    ...['-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a', '-Map=-', '-o', '-'],
  ]
}
