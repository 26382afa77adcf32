// What a trap says, from sources to message: file, line and function, for every kind of trap, at -O0 and -O2.
// The line that a message must name is the one with the comment `HERE`, those of the callers have `CALL`.

import { join } from 'node:path'
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readModule } from '../binary/module.ts'
import { siteFinder } from '../instrument/lines.ts'
import { compile } from '../instrument/testing/compile.ts'
import { type Machine, openMachine } from '../machine/node/pool.ts'
import type { Toolchain } from '../toolchain/node/toolchain.ts'
import { commonToolchain, TEST_CACHE } from '../toolchain/testing/toolchain.ts'
import type { CoreSpec } from '../types.ts'
import { LINES_SECTION } from './section.ts'

let toolchain: Toolchain
let machine: Machine
beforeAll(async () => {
  toolchain = await commonToolchain()
  machine = await openMachine({ cacheDir: join(TEST_CACHE, 'machine'), runtime: toolchain.runtime, poolSize: 1 })
})
afterAll(() => machine?.close())

type Texts = Readonly<Record<string, string>>
async function build(texts: Texts, core: CoreSpec): Promise<Uint8Array> {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
  const { module, output } = await toolchain.build({ files, core })
  if (!module) throw new Error(output)
  return module
}
async function messageOf(texts: Texts, parameters: readonly string[] = [], core = CORE): Promise<string> {
  const { message } = await machine.run({ module: await build(texts, core), core, arguments: parameters }, { output: () => {} })
  return message
}
/** "src/main.c:12": the only line of the files that has the marker. */
function marked(texts: Texts, marker: string): string {
  const found = Object.entries(texts).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => (line.includes(`/* ${marker} */`) ? [`${path}:${index + 1}`] : [])),
  )
  expect(found, marker).toHaveLength(1)
  return found[0]!
}
const LEVELS = ['-O0', '-O2'] as const
const withLevel = (texts: Texts, level: string): Texts => ({ ...texts, 'config.mk': `OPTFLAGS = ${level}\nINC = -I.\n` })

const C: Texts = {
  'src/main.c': `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
#include "lib/parts.h"

int main(int argc, char **argv) {
  volatile int which = atoi(argv[1]);
  volatile double *table = malloc(8);
  if (argc > 2) *table = UxHwDoubleGaussDist(0, 1); else *table = 1;
  switch (which) {
    case 0: store(*table); break; /* CALL store */
    case 1: printf("%d", ratio(7, which - 1)); break; /* CALL ratio */
    case 2: printf("%d", deep(which)); break; /* CALL deep */
    case 3: pointer(which + 999999); break; /* CALL pointer */
    case 4:
      never(); /* CALL never */
      break;
    case 5: give_up(); break; /* CALL give_up */
    case 6: printf("%g", forged(0x7ffd000000abcdefULL)); break; /* CALL forged */
    case 7: printf("%d", (int)(*table * 1e30) * 3 + narrow(*table)); break;
    case 8: printf("%g", nothing() * *table); break; /* CALL nothing */
    case 9: printf("%g", absent(argc > 5 ? table : NULL)); break; /* CALL absent */
    case 10: keep(argc > 5 ? argv : NULL, 3); break; /* CALL keep */
    case 11: printf("%d", roomy(which)); break; /* CALL roomy */
  }
  return 0;
}
`,
  'src/lib/parts.h': `void store(double x);
int deep(int n);
void pointer(int n);
void never(void);
void give_up(void);
double forged(unsigned long long bits);
double nothing(void);
int narrow(double x);
double absent(volatile double *of);
void keep(char **into, int at);
int roomy(int n);

static int ratio(int a, int b) {
  return a
    / b; /* HERE ratio */
}
`,
  'src/lib/parts.c': `#include "parts.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/socket.h>

void store(double x) {
  for (int i = 0; i < 3; i++) {
    double *p = (double *)(0xf0000000u + i);
    p[i] = x * 2; /* HERE store */
  }
}
int deep(int n) {
  volatile char room[1000];
  room[n % 1000] = 1;
  return deep(n + 1) /* HERE deep */
    + room[0];
}
void pointer(int n) {
  int (*f)(int) = (int (*)(int))n;
  f(1); /* HERE pointer */
}
void never(void) {
  __builtin_trap(); /* HERE never */
}
void give_up(void) {
  abort(); /* HERE give_up */
}
double forged(unsigned long long bits) {
  double x;
  memcpy(&x, &bits, 8);
  double y = x * 2; /* HERE forged */
  return y + 1;
}
int narrow(double x) { return x > 2; }
double absent(volatile double *of) {
  return of[2] /* HERE absent */
    * 3;
}
void keep(char **into, int at) {
  into[at] = "kept"; /* HERE keep */
}
int roomy(int n) { /* HERE roomy */
  volatile char room[20000000];
  room[n] = 1;
  return room[n + 1];
}
double nothing(void) {
  return accept(0, 0, 0); /* HERE nothing */
}
`,
}
const C_TRAPS: readonly (readonly [which: string, name: string, message: string])[] = [
  ['0', 'store', 'out of bounds memory access'],
  ['1', 'ratio', 'integer divide by zero'],
  ['2', 'deep', 'stack overflow'],
  ['3', 'pointer', 'call through an invalid function pointer'],
  ['4', 'never', 'undefined behaviour (a null pointer, a missing return) or __builtin_trap'],
  ['5', 'give_up', 'exit code 134 (abort)'],
  ['9', 'absent', 'null pointer read of 8 bytes at address 0x10'],
  ['10', 'keep', 'null pointer write of 4 bytes at address 0xc'],
  ['11', 'roomy', 'stack overflow'],
]

describe.each(LEVELS)('%s', (level) => {
  // The second parameter makes an uncertain value, so that the second bodies of functions run.
  test.for(C_TRAPS.flatMap((trap) => [[...trap, 'plain'] as const, [...trap, 'uncertain'] as const]))(
    'C: %s %s, %s (%s)',
    async ([which, name, said, kind]) => {
      const message = await messageOf(withLevel(C, level), kind === 'plain' ? [which] : [which, 'u'])
      expect(message.split(';')[0]).toBe(`${said} in ${name} (${marked(C, `HERE ${name}`)}), called by main (${marked(C, `CALL ${name}`)})`)
    },
  )

  test('C: a forged handle is told where it is used, and before any uncertain value was made, where it is printed', async () => {
    const [here, call] = [marked(C, 'HERE forged'), marked(C, 'CALL forged')]
    const said = 'use of an uncertain double that no longer exists'
    expect(await messageOf(withLevel(C, level), ['6', 'u'])).toBe(`${said} in forged (${here}), called by main (${call})`)
    expect(await messageOf(withLevel(C, level), ['6'])).toBe(`${said} in printf, called by main (${call})`)
  })
  test('C: what a function of the library may not do is told at the line that calls it', async () => {
    const message = await messageOf(withLevel(C, level), ['8'])
    const [here, call] = [marked(C, 'HERE nothing'), marked(C, 'CALL nothing')]
    expect(message).toBe(`system call sock_accept is not supported in accept, called by nothing (${here}), called by main (${call})`)
  })

  const CPP: Texts = {
    'main.cpp': `#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include "shapes/solver.hpp"

int main(int argc, char **argv) {
  std::vector<int> numbers(20, argc);
  shapes::Solver<int> solver{argc - 2};
  switch (std::atoi(argv[1])) {
    case 0: std::cout << solver.step(numbers); break; /* CALL step */
    case 1:
      std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { /* CALL less */
        return a / solver.zero < b; /* HERE less */
      });
      break;
    case 2: std::cout << solver.outer(4); break; /* CALL outer */
  }
  std::cout << numbers[0] << std::endl;
}
`,
    'shapes/solver.hpp': `#pragma once
#include <vector>
namespace shapes {
template <typename T> struct Solver {
  T zero;
  T step(std::vector<T> &numbers) {
    std::size_t far = 900000000u + zero;
    return numbers[far]; /* HERE step */
  }
  T inner(T x) {
    return x / zero; /* HERE inner */
  }
  T outer(T x) {
    return inner(x) + 1; /* CALL inner */
  }
};
}
`,
  }
  const lineOf = (marker: string) => marked(CPP, marker)
  test('C++: an index that is wrong inside the library is told at the line of the user', async () => {
    expect(await messageOf(withLevel(CPP, level), ['0'])).toMatch(
      new RegExp(
        `^out of bounds memory access in (shapes::Solver::)?step \\(${lineOf('HERE step')}\\), called by main( \\(${lineOf('CALL step')}\\))?$`,
      ),
    )
  })
  test('C++: a function that the library calls back', async () => {
    const message = await messageOf(withLevel(CPP, level), ['1'])
    expect(message).toMatch(
      new RegExp(
        `^integer divide by zero in (main|operator\\(\\)) \\(${lineOf('HERE less')}\\)(, called by main( \\((main.cpp|${lineOf('CALL less')})\\))?)?$`,
      ),
    )
  })
  test('C++: functions in functions', async () => {
    const message = await messageOf(withLevel(CPP, level), ['2'])
    const chain = [`inner \\(${lineOf('HERE inner')}\\)`, `outer \\(${lineOf('CALL inner')}\\)`, `main( \\(${lineOf('CALL outer')}\\))?`]
    expect(message).toMatch(new RegExp(`^integer divide by zero in ${chain.map((one) => `(shapes::Solver::)?${one}`).join(', called by ')}$`))
  })
})

test('files above the build directory, and names that #line gives', async () => {
  const texts: Texts = {
    'main.c': 'int half(int);\nint main(int argc, char **argv) {\n  return half(argc);\n}\n',
    '../common/half.c': 'int fall(int);\nint half(int n) {\n  return 1 + fall(n);\n}\n',
    'config.mk': 'SOURCES = main.c ../common/half.c fall.c\n',
    'fall.c': '#line 40 "fall.y"\nint fall(int n) {\n  return 5 / (n - 1);\n}\n',
  }
  expect(await messageOf(texts)).toBe('integer divide by zero in fall (fall.y:41), called by half (../common/half.c:3), called by main (main.c:3)')
})

test('a core without tracking, and one that counts no instructions', async () => {
  const texts = { 'main.c': 'int main(int argc, char **argv) {\n  return argc / (argc - 1);\n}\n' }
  for (const core of [
    { ...CORE, Microarchitecture: 'Bypass' },
    { ...CORE, Class: 'C0Pro' },
  ] as CoreSpec[]) {
    expect(await messageOf(texts, [], core)).toBe('integer divide by zero in main (main.c:2)')
  }
})

test('an assertion that failed says where it stands, once', async () => {
  expect(await messageOf({ 'main.c': '#include <assert.h>\nint main(int argc, char **argv) { assert(argc == 2); }\n' })).toBe('exit code 134 (abort)')
})

test('the module carries its lines and no debug information, and is the same on repeat', async () => {
  const module = await build(C, CORE)
  const names = readModule(module).customs.map(({ name }) => name)
  expect(names.filter((name) => name === LINES_SECTION)).toHaveLength(1)
  expect(names.filter((name) => name.startsWith('.debug'))).toEqual([])
  const second = await build({ ...C, 'notes.txt': 'another key of the cache of builds' }, CORE)
  expect(Buffer.from(second).equals(Buffer.from(module))).toBe(true)
})

describe('debug information as the compiler writes it', () => {
  const SOURCE = `static int ratio(int a, int b) {
  return a / b;
}
int main(int c, char **v) {
  return ratio(c, c - 1);
}
`
  const bodyOf = (wasm: Uint8Array) => {
    const { bodies, bytes } = readModule(wasm)
    return bodies.map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString('hex'))
  }
  test.for<[string, string[]]>([
    ['version 4', ['-gdwarf-4', '-gline-tables-only']],
    ['version 4, all of it', ['-gdwarf-4', '-g']],
    ['version 5', ['-gdwarf-5', '-gline-tables-only']],
    ['version 5, all of it', ['-gdwarf-5', '-g']],
  ])('%s: every line of the program is found, and the code is that without', async ([, flags]) => {
    const wasm = await compile(SOURCE, { optimise: '-O0', flags })
    expect(bodyOf(wasm)).toEqual(bodyOf(await compile(SOURCE, { optimise: '-O0' })))
    const module = readModule(wasm)
    const finder = siteFinder(module, (path) => (path.startsWith('/usr') ? undefined : path.replace(/^.*\//, '')))!
    expect(module.bodies.filter((body) => finder.begin(body) !== undefined)).toHaveLength(2)
    const lines = new Set<string>()
    for (const { start, end } of module.bodies) {
      for (let at = start; at < end; at++) {
        const { file, line } = finder.places.sites[finder.siteAt(at)] ?? { file: -1, line: -1 }
        if (file >= 0) lines.add(`${finder.places.files[file]}:${line}`)
      }
    }
    expect([...lines].sort()).toEqual(['main.c:1', 'main.c:2', 'main.c:4', 'main.c:5'])
  })
  test('inlined functions have their names and the lines of the calls', async () => {
    const module = readModule(await compile(SOURCE, { flags: ['-gdwarf-4', '-gline-tables-only'] }))
    const { places, begin, siteAt } = siteFinder(module, (path) => path)!
    const main = module.bodies.find((body) => begin(body) !== undefined)!
    const chains = new Set<string>()
    for (let at = main.start; at < main.end; at++) {
      const chain: string[] = []
      for (let site = places.sites[siteAt(at)]; site; site = places.sites[site.outer]) chain.push(`${places.names[site.name] ?? ''}:${site.line}`)
      chains.add(chain.join(' '))
    }
    expect(chains).toContain('ratio:2 :5')
  })
  test('a module without it has no lines, and says the functions as before', async () => {
    expect(siteFinder(readModule(await compile(SOURCE)), (path) => path)).toBeUndefined()
  })
})

describe.each(LEVELS)('checks of undefined behaviour at %s', (level) => {
  const CHECKED: Texts = {
    'main.c': `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
struct state { int count; double at[4]; };
static void set(struct state *to, double x) {
  to->at[2] = x; /* HERE 0 */
}
static double table[5];
int main(int argc, char **argv) {
  volatile int which = atoi(argv[1]), large = 2147483647;
  double x = UxHwDoubleUniformDist(1, 2);
  static struct state state;
  set(&state, x);
  table[which] = state.at[2] * 2;
  if (which == 0) set(which ? &state : NULL, x);
  if (which == 1) printf("%d", large + which); /* HERE 1 */
  if (which == 2) printf("%f", table[which + 3]); /* HERE 2 */
  printf("%g", UxHwDoubleNthMoment(table[which], 1));
}
`,
    'config.mk': `OPTFLAGS = ${level}\nCFLAGS = -fsanitize=undefined\n`,
  }
  test('name the operation and the line, and let what is right pass', async () => {
    const message = (which: string) => messageOf(CHECKED, [which])
    expect(await message('0')).toMatch(new RegExp(`^Alignment, null, or object-size error in set \\(${marked(CHECKED, 'HERE 0')}\\), called by main`))
    expect(await message('1')).toBe(`signed integer addition overflow (large + which) in main (${marked(CHECKED, 'HERE 1')})`)
    expect(await message('2')).toMatch(new RegExp(`^array index out of bounds.* in main \\(${marked(CHECKED, 'HERE 2')}\\)$`, 'i'))
    expect(await message('3')).toBe('exit code 0')
  })
})
