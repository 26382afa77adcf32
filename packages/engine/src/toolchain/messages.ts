// What the compiler and linker say, told to the user: paths as in the repository, the linker's errors as errors of a source,
// and a sentence where the tool's own words would mislead.

import type { CoreSpec } from '../types.ts'
import { missingFeature, procedureName } from './fortran/messages.ts'
import { isFortran } from './fortran/sources.ts'
import { ROOTS, repositoryPaths } from './paths.ts'
import { missingHeaders } from './std-headers.ts'

/** Characters of a build's output that are kept. */
const OUTPUT_LIMIT = 400_000

/** The build output, text by text. */
export class BuildOutput {
  #text = ''
  #full = false
  add(text: string): void {
    if (this.#full || text === '') return
    const line = text.endsWith('\n') ? text : `${text}\n`
    this.#full = this.#text.length + line.length > OUTPUT_LIMIT
    this.#text += this.#full
      ? `${line.slice(0, OUTPUT_LIMIT - this.#text.length)}\n… the build output is longer than the limit of ${OUTPUT_LIMIT} characters\n`
      : line
  }
  get text(): string {
    return this.#text
  }
}

/**
 * @param directory the build directory as the compiler sees it
 * @param options those that the source was compiled with
 */
export function compilerMessages(messages: string, directory: string, options: readonly string[] = []): string {
  let text = shortProcessorHeader(shortCandidates(shortIncludeStacks(repositoryPaths(messages, directory))))
  const notes = EXPLANATIONS.flatMap(([pattern, explanation]) => (pattern.test(text) ? [explanation] : []))
  const headers = missingHeaders(text)
  if (headers !== undefined) notes.push(headers)
  if (notes.length === 0 && MISSING_HEADER.test(text)) notes.push(HEADERS)
  for (const note of notes) text += `note: ${note}\n`
  if (options.includes('-std=c++14') && LATER_STANDARD.test(text)) text += `note: ${STANDARD}\n`
  return text
}

/** A file that includes itself is shown by the first lines of its 200. */
function shortIncludeStacks(text: string): string {
  return text.replace(
    /((?:^In file included from .*\n){8})((?:^In file included from .*\n)+)/gm,
    (_all, first: string, rest: string) => `${first}… and ${rest.split('\n').length - 1} more\n`,
  )
}

/** Of a header for another processor the first error says it all; what it declares cannot be understood, message by message. */
function shortProcessorHeader(text: string): string {
  const [first] = PROCESSOR_HEADER.exec(text) ?? []
  return first === undefined ? text : `${first}… and more errors in the same header\n`
}
const PROCESSOR_HEADER = /^.*?: error: (?:"This header is only meant to be used on|"(?:NEON|ACLE|SVE) )[^\n]*\n(?: *\d* \|[^\n]*\n)*/s

/** Functions of the library that a call could have meant and did not: three of sixty; the compiler has the likeliest first. */
function shortCandidates(text: string): string {
  return text.replace(LIBRARY_CANDIDATES, (all) => {
    const notes = all.split(/^(?=\/usr\/)/m)
    if (notes.length <= CANDIDATES_SHOWN) return all
    return `${notes.slice(0, CANDIDATES_SHOWN).join('')}… and ${notes.length - CANDIDATES_SHOWN} more candidates of the library\n`
  })
}
const CANDIDATES_SHOWN = 3
/** Such notes one after the other, each with the lines of source below it. */
const LIBRARY_CANDIDATES = /(?:^\/usr\/[^\n]*: note: candidate [^\n]*\n(?:^ *\d* \|[^\n]*\n)*)+/gm

const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /no member named '((assoc_)?(laguerre|legendre)|sph_(bessel|legendre|neumann)|beta|(comp_)?ellint_[123]|cyl_(bessel_[ijk]|neumann)|expint|riemann_zeta)[fl]?' in namespace 'std'/,
    'the C++ library has none of the special functions of C++17 but std::hermite; see "Mathematical functions" in the documentation',
  ],
  [
    /named '(execution|seq|par|par_unseq|unseq)' in namespace 'std(::execution)?'/,
    'a program has one thread; call the algorithm without an execution policy',
  ],
  [/fatal error: module '.*' not found/, 'modules cannot be imported; include headers instead'],
  [
    /'(pthread\.h|thread|omp\.h)' file not found|no (type|member) named '(thread|jthread)' in namespace 'std'/,
    'a program has one thread; threads cannot be started',
  ],
  [
    /'(sys\/(wait|ipc|shm|sem|msg|epoll|ptrace)|netdb|spawn|net\/if|netinet\/ip)\.h' file not found/,
    'a program has no other processes and no network',
  ],
  [/'(windows|conio|direct|io|tchar|process|winsock2?)\.h' file not found/i, 'the headers of Windows are not here; those of C, C++ and POSIX are'],
  [
    /in function \w+_bitcast_invalid\b/,
    'a function is called through a pointer whose type has other parameters; the name before _bitcast_invalid is that of the function',
  ],
  [
    /^error: .*<inline asm>|<inline asm>:|: error: (invalid (input|output) constraint|unknown register name) .*in asm/m,
    'inline assembly of a processor cannot be built: programs are compiled to WebAssembly; write it in C',
  ],
  [
    new RegExp(`${PROCESSOR_HEADER.source}|'arm_\\w+\\.h' file not found`, 's'),
    'instructions of a processor (SSE, AVX, NEON) cannot be called: programs are compiled to WebAssembly; write loops, which the compiler turns into vector instructions',
  ],
  [
    /\.c:\d+:\d+: error: function definition is not allowed here/,
    'either a closing brace is missing above, or this is a function inside a function, which only GCC has',
  ],
]
/** A header that no other explanation is for. */
const MISSING_HEADER = /'[^']+' file not found/
const HEADERS =
  'a header is looked for in the build directory, in the folders that INC and -I in config.mk name, and among those of C, C++ and UxHw; other libraries are built from their sources'

/** What a compiler for C++14 says of a newer program. */
const LATER_STANDARD =
  /\[-Wc\+\+(17|2\w)-extensions\]|no (type |template |member |type or template )?named '(any|apply|as_const|byte|clamp|filesystem|format|gcd|invoke|lcm|lerp|midpoint|numbers|optional|print|println|ranges|size|span|string_view|transform_reduce|variant|visit)' in namespace 'std'/
const STANDARD = 'C++ is compiled as C++14 unless a config.mk chooses another standard, as with CXXFLAGS = -std=c++20'

/** Errors of wasm-ld with the source instead of the object, and without the names of our own parts. */
export function linkerMessages(messages: string, directory: string, core: CoreSpec): string {
  const objects = new RegExp(`${ROOTS.objects}/([^\\s:()]+)\\.o`, 'g')
  const told = new Set<string>()
  // One message with the lines `>>> …` that belong to it.
  const texts = messages.split(/\n(?!>>>)/).map((message) => {
    const text = message
      .trim()
      .replace(/^wasm-ld: /, '')
      .replace(objects, (_all, source: string) => source.replaceAll('_up_/', '../'))
    const undefinedSymbol = /^error: (.+?): undefined symbol: (.+)$/.exec(text)
    if (undefinedSymbol !== null) return undefinedName(undefinedSymbol[1]!, undefinedSymbol[2]!)
    const memory = /maximum memory too small, (\d+) bytes needed/.exec(text)
    if (memory !== null) return tooMuchData(memory[1]!, core)
    // A main without parameters has three names.
    return text.replace(/(duplicate symbol: )(__original_main|__main_void|__main_argc_argv)\b/, '$1main')
  })
  const distinct = texts.filter((text) => {
    const first = text.split('\n')[0]!
    return text !== '' && !told.has(first) && told.add(first)
  })
  const unknown = distinct.flatMap((text) => /error: undefined symbol: (.+)/.exec(text)?.[1] ?? [])
  const notes = [
    ...(unknown.some((name) => OUTSIDE.has(name)) ? [NO_OUTSIDE] : []),
    ...(unknown.some((name) => !OUTSIDE.has(name)) ? [UNDEFINED] : []),
  ]
  return repositoryPaths([...distinct, ...notes].join('\n'), directory)
}

const UNDEFINED = 'note: no source of this build and no library defines it; SOURCES in config.mk says which sources are built'
const NO_OUTSIDE = 'note: a program has no other processes, no threads, no network and no users'
/** Functions of POSIX and C11 that lead out of the program's one thread. */
const OUTSIDE: ReadonlySet<string> = new Set(
  [
    'system popen pclose fork vfork execl execlp execle execv execvp execve posix_spawn posix_spawnp wait waitpid kill pipe dup dup2 dlopen dlsym dlclose',
    'socket connect bind listen gethostbyname getaddrinfo freeaddrinfo gethostname sigaction sigprocmask alarm setitimer ualarm pause',
    'thrd_create thrd_join mtx_init mtx_lock mtx_unlock cnd_init sem_open shm_open getuid geteuid getgid getppid getpwuid getlogin',
  ].flatMap((line) => line.split(' ')),
)

function undefinedName(place: string, symbol: string): string {
  const where = place.startsWith('/') ? '' : `${place}: `
  const feature = missingFeature(symbol)
  if (feature) return `${where}error: ${feature}`
  if (/^UxHw/.test(symbol)) return `${where}error: ${symbol} is no function of uxhw.h; compare its spelling with the header`
  if (/^(__wrap_|ux_)/.test(symbol)) return `${where}error: ${symbol.replace(/^__wrap_/, '')} is not available yet`
  const procedure = isFortran(place) ? procedureName(symbol) : undefined
  return `${where}error: undefined symbol: ${procedure ?? symbol}`
}
function tooMuchData(bytes: string, core: CoreSpec): string {
  return `error: the data and the stack of the program need ${bytes} bytes; the core's MemorySize is ${core.MemorySize}`
}
