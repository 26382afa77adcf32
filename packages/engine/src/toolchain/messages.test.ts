import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { describe, expect, test } from 'vitest'
import type { CoreSpec } from '../types.ts'
import { BuildOutput, compilerMessages, linkerMessages } from './messages.ts'

const CORE: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 256_000 }
const link = (text: string) => linkerMessages(text, '/w/d', CORE)

const UNDEFINED = 'note: no source of this build and no library defines it; SOURCES in config.mk says which sources are built'

const OUTSIDE = 'note: a program has no other processes, no threads, no network and no users'

describe('linker messages', () => {
  test.each([
    ['wasm-ld: error: /o/main.c.o: undefined symbol: system\n', `main.c: error: undefined symbol: system\n${OUTSIDE}`],
    [
      'wasm-ld: error: /o/main.c.o: undefined symbol: socket\nwasm-ld: error: /o/main.c.o: undefined symbol: helper\n',
      `main.c: error: undefined symbol: socket\nmain.c: error: undefined symbol: helper\n${OUTSIDE}\n${UNDEFINED}`,
    ],
    ['wasm-ld: error: /o/main.c.o: undefined symbol: solve(double, int)\n', `main.c: error: undefined symbol: solve(double, int)\n${UNDEFINED}`],
    ['wasm-ld: error: /o/_up_/common/a.c.o: undefined symbol: f\n', `../common/a.c: error: undefined symbol: f\n${UNDEFINED}`],
    [
      'wasm-ld: error: /o/sub/x.cpp.o: undefined symbol: UxHwDoubleNew\n',
      'sub/x.cpp: error: UxHwDoubleNew is no function of uxhw.h; compare its spelling with the header',
    ],
    ['wasm-ld: error: /o/old.f.o: undefined symbol: zsqrt_\n', `old.f: error: undefined symbol: zsqrt\n${UNDEFINED}`],
    ['wasm-ld: error: /o/a.f90.o: undefined symbol: _QMshapesParea\n', `a.f90: error: undefined symbol: area of module shapes\n${UNDEFINED}`],
    [
      'wasm-ld: error: /o/old.f.o: undefined symbol: _FortranASignal\n',
      'old.f: error: signal is not available: a program has no other processes, no network and no users',
    ],
    ['wasm-ld: error: /p/libUxHw.a(libm.c.o): undefined symbol: __wrap_expl\n', 'error: expl is not available yet'],
    [
      'wasm-ld: error: maximum memory too small, 4000000 bytes needed\n',
      "error: the data and the stack of the program need 4000000 bytes; the core's MemorySize is 256000",
    ],
    [
      'wasm-ld: error: duplicate symbol: __original_main\n>>> defined in /o/a.c.o\n>>> defined in /o/b.c.o\nwasm-ld: error: duplicate symbol: main\n>>> defined in /o/a.c.o\n>>> defined in /o/b.c.o\n',
      'error: duplicate symbol: main\n>>> defined in a.c\n>>> defined in b.c',
    ],
  ])('%j', (given, expected) => {
    expect(link(given)).toBe(expected)
  })
})

describe('compiler messages', () => {
  test('paths start at the build directory', () => {
    const given = 'In file included from ./main.c:1:\n./x.h:1:2: error: a\n/w/d/y.h:1:1: error: b\n/w/inc/z.h:1:1: error: c\n/h/uxhw.h:3:1: note: d\n'
    expect(compilerMessages(given, '/w/d')).toBe(
      'In file included from main.c:1:\nx.h:1:2: error: a\ny.h:1:1: error: b\n../inc/z.h:1:1: error: c\nuxhw.h:3:1: note: d\n',
    )
  })
  test.each([
    "main.cpp:2:6: error: no member named 'optional' in namespace 'std'\n",
    "main.cpp:2:6: error: no template named 'variant' in namespace 'std'\n",
    'main.cpp:2:6: warning: structured binding declarations are a C++17 extension [-Wc++17-extensions]\n',
  ])('a program that wants a newer C++ is told how to ask for it: %j', (given) => {
    const note = 'note: C++ is compiled as C++14 unless a config.mk chooses another standard, as with CXXFLAGS = -std=c++20\n'
    expect(compilerMessages(given, '/w', ['-std=c++14'])).toBe(given + note)
    expect(compilerMessages(given, '/w', ['-std=c++17'])).toBe(given)
  })
  test('a name that no standard has brings no word about standards', () => {
    const given = "main.cpp:2:6: error: no member named 'optionl' in namespace 'std'\n"
    expect(compilerMessages(given, '/w', ['-std=c++14'])).toBe(given)
  })
  test('a file that includes itself is shown in a few lines', () => {
    const lines = compilerMessages(`${'In file included from main.c:1:\n'.repeat(200)}main.c:1:10: error: #include nested too deeply\n`, '/w').split(
      '\n',
    )
    expect(lines.slice(7)).toEqual(['In file included from main.c:1:', '… and 192 more', 'main.c:1:10: error: #include nested too deeply', ''])
  })
  test.each([
    ["main.c:2:10: fatal error: 'sys/wait.h' file not found\n", 'a program has no other processes and no network'],
    ["main.c:2:10: fatal error: 'conio.h' file not found\n", 'the headers of Windows are not here; those of C, C++ and POSIX are'],
    [
      'ptr @add_bitcast_invalid\nin function add_bitcast_invalid\n',
      'a function is called through a pointer whose type has other parameters; the name',
    ],
    [
      "main.c:2:79: error: invalid output constraint '=a' in asm\n",
      'inline assembly of a processor cannot be built: programs are compiled to WebAssembly',
    ],
    ['main.c:2:32: error: invalid instruction\n<inline asm>:1:2: note: instantiated into assembly here\n', 'inline assembly of a processor'],
    [
      'main.c:2:40: error: function definition is not allowed here\n',
      'either a closing brace is missing above, or this is a function inside a function',
    ],
    ["main.c:1:10: fatal error: 'arm_neon.h' file not found\n", 'instructions of a processor (SSE, AVX, NEON) cannot be called'],
    ["main.c:2:10: fatal error: 'gsl/gsl_math.h' file not found\n", 'a header is looked for in the build directory, in the folders that INC and -I'],
  ])('%j is explained once', (given, note) => {
    const notes = compilerMessages(given, '/w').slice(given.length)
    expect(notes.startsWith(`note: ${note}`) && notes.indexOf('\n') === notes.length - 1 ? '' : notes).toBe('')
  })
  test('of the errors in the header of another processor the first is shown', () => {
    const first =
      'main.c:1:\n/usr/include/immintrin.h:14:2: error: "This header is only meant to be used on x86 and x64 architecture"\n   14 | #error\n'
    const shown = compilerMessages(`${first}/usr/include/mmintrin.h:150:10: error: invalid conversion\n  150 |   return\n`.repeat(9), '/w')
    expect(shown).toMatch(/^main.*\n {3}14 \| #error\n… and more errors in the same header\nnote: instructions of a processor [^\n]*\n$/s)
    expect(shown).not.toContain('mmintrin.h:150')
  })
  test('names of the C++ library bring the headers that declare them, each once; others bring none', () => {
    const unknown = (name: string) => `main.cpp:3:9: error: no member named '${name}' in namespace 'std'\n`
    const stream = "main.cpp:4:9: error: implicit instantiation of undefined template 'std::basic_stringstream<char>'\n"
    const given = `${unknown('sqrt')}${unknown('pow')}${unknown('setw')}${stream}`
    const note = 'note: std::sqrt needs #include <cmath>; std::setw needs #include <iomanip>; std::stringstream needs #include <sstream>\n'
    expect(compilerMessages(given, '/w')).toBe(given + note)
    for (const other of [unknown('sqrd'), "main.cpp:3:9: error: no member named 'sort' in namespace 'mine'\n"])
      expect(compilerMessages(other, '/w')).toBe(other)
  })
  test('of the candidates of the library three are shown, of the program all', () => {
    const candidate = (path: string) => `${path}:5:1: note: candidate function not viable: no known conversion\n    5 | operator<<(int);\n      | ^\n`
    const error = 'main.cpp:8:1: error: invalid operands to binary expression\n    8 | std::cout << k;\n      | ^\n'
    const library = candidate('/usr/include/c++/v1/ostream')
    const given = error + candidate('main.cpp').repeat(5) + library.repeat(40) + error + library.repeat(3)
    expect(compilerMessages(given, '/w')).toBe(
      `${error}${candidate('main.cpp').repeat(5)}${library.repeat(3)}… and 37 more candidates of the library\n${error}${library.repeat(3)}`,
    )
  })
  test.each([
    [
      "main.cpp:4:56: error: no member named 'beta' in namespace 'std'; did you mean 'peta'?\n",
      /note: the C\+\+ library has none of the special functions/,
    ],
    ["main.cpp:4:56: error: no member named 'cyl_bessel_jf' in namespace 'std'\n", /note: the C\+\+ library has none of the special functions/],
    [
      "main.cpp:7:69: error: no member named 'par' in namespace 'std::execution'\n",
      /note: a program has one thread; call .* without an execution policy/,
    ],
    ["main.cpp:2:8: fatal error: module 'std' not found\n", /note: modules cannot be imported/],
  ])('what the library does not have is explained: %j', (given, note) => {
    expect(compilerMessages(given, '/w')).toMatch(note)
  })
  test('threads are explained', () => {
    expect(compilerMessages("main.c:1:10: fatal error: 'omp.h' file not found\n", '/w')).toMatch(/note: a program has one thread/)
  })
})

test('a build output is cut at its limit, and says so', () => {
  const output = new BuildOutput()
  for (let index = 0; index < 10; index++) output.add('x'.repeat(100_000))
  expect(output.text.length).toBeLessThan(400_100)
  expect(output.text).toMatch(/… the build output is longer than the limit of 400000 characters\n$/)
})
