// Random walks over lists in which some pointers are bad: guards stop a walk exactly where a look before each access would.
import { beforeAll, expect, test } from 'vitest'
import { cachedRuntime } from '../ensemble/node/cached.ts'
import { execute } from '../machine/execute.ts'
import type { CoreSpec } from '../types.ts'
import { instrument } from './index.ts'
import { compile } from './testing/compile.ts'

const CORE: CoreSpec = { Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation', Precision: 64, MemorySize: 8_000_000 }
const WALKS = 24
const PLACES = 9
/** Pointers that are none: what a walk meets in place of the next cell. */
const BAD = ['0', '8', '1000']

let runtime: WebAssembly.Module
beforeAll(async () => {
  runtime = await cachedRuntime()
})

// Volatile, so that the compiler leaves every access where the source has it.
const PRELUDE = `#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
struct cell { struct cell *volatile next, *volatile other; volatile int value; };
#ifdef LOOK
static struct cell *look(struct cell *p) { if ((uintptr_t)p < 1024) { printf("bad"); exit(0); } return p; }
#else
#define look(p) (p)
#endif
`
const MAIN = `
static struct cell cells[12];
int main(int count, char **words) {
  int walk = atoi(words[1]), place = atoi(words[2]);
  struct cell *bad = (struct cell *)(uintptr_t)atoi(words[3]);
  for (int i = 0; i < 12; i++) { cells[i].next = i < 11 ? &cells[i + 1] : bad; cells[i].other = &cells[i * 5 % 12]; cells[i].value = i * 7 % 5; }
  if (place < 8) { if (place & 1) cells[place].other = bad; else cells[place].next = bad; }
  printf("%d ", walks[walk](place == 8 ? bad : cells, cells + 3, 9));
}`

test.each([1, 2])('walks of seed %i end where they meet a pointer that is none', async (seed) => {
  const random = generator(seed)
  const walks = Array.from({ length: WALKS }, (_, index) => walk(index, random))
  const table = `static int (*const walks[])(struct cell *, struct cell *, int) = { ${walks.map((_, index) => `f${index}`).join(', ')} };`
  const source = PRELUDE + walks.join('\n') + table + MAIN
  const flags = ['-fno-delete-null-pointer-checks', '-w']
  const guarded = instrument(await compile(source, { flags }), { countInstructions: seed === 1, guards: true })
  const looking = await compile(source, { flags: [...flags, '-DLOOK'] })
  let stopped = 0
  for (let index = 0; index < WALKS; index++) {
    for (let place = 0; place < PLACES; place++) {
      const words = [String(index), String(place), BAD[(index + place) % BAD.length]!]
      const [found, wanted] = [run(guarded, words), run(looking, words)]
      const isBad = wanted === 'bad'
      expect(found, `${walks[index]} with ${words}`).toMatch(isBad ? /^null pointer read of 4 bytes/ : wanted)
      if (isBad) stopped++
    }
  }
  expect(stopped).toBeGreaterThan(WALKS)
  expect(stopped).toBeLessThan(WALKS * PLACES)
})

/** What it printed, or the message of its trap. */
function run(module: Uint8Array, words: readonly string[]): string {
  let text = ''
  const output = (_: string, bytes: Uint8Array) => {
    text += new TextDecoder().decode(bytes)
  }
  const { ending, message } = execute({ module, core: CORE, arguments: words }, { runtime }, { output })
  return ending.kind === 'trap' ? message : text
}

type Random = (below: number) => number
function generator(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}
function walk(index: number, random: Random): string {
  return `__attribute__((noinline)) int f${index}(struct cell *p, struct cell *q, int n) { int s = 0; ${statements(3, random)} return s + (p == q); }`
}
function statements(depth: number, random: Random): string {
  return Array.from({ length: 1 + random(3) }, () => statement(depth, random)).join(' ')
}
function statement(depth: number, random: Random): string {
  const [one, two] = random(2) === 0 ? ['p', 'q'] : ['q', 'p']
  const step = `${one} = look(${one})->${random(3) === 0 ? 'other' : 'next'};`
  const inner = () => statements(depth - 1, random)
  switch (random(depth > 0 ? 11 : 5)) {
    case 0:
      return step
    case 1:
      return `s += look(${one})->value;`
    case 2:
      return `${one} = look(${two})->next;`
    case 3:
      return `s = 3 * s + look(${one})->value; ${step}`
    case 4:
      return `if (${one}) ${step}`
    case 5:
      return `if (s & 1) { ${inner()} } else { ${inner()} }`
    case 6:
      return `if (${one}) { ${inner()} }`
    case 7:
      return `do { s += look(${one})->value; ${one} = look(${one})->next; } while (${one});`
    case 8:
      return `do { ${inner()} ${step} } while (${one} && --n > 0);`
    case 9:
      return `while (${one} && look(${one})->value != 3 && n-- > 0) { ${inner()} ${one} = look(${one})->next; }`
    default:
      return `for (; ${one}; ${one} = look(${one})->next) { s += look(${one})->value; if (n-- < 0) break; ${random(2) ? `if (s % 5 == 2) continue;` : inner()} }`
  }
}
