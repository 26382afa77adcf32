// Every function that a program may import, called with arguments that no compiler would make. Whatever they provoke is an error number, a trap
// with a message or a limit: the program's, never an exception of the engine.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { generator } from '@credence/distribution'
import { expect, test } from 'vitest'
import type { WasmType } from '../abi.ts'
import { cachedRuntime } from '../ensemble/node/cached.ts'
import type { CoreSpec, RunResult } from '../types.ts'
import { execute } from './execute.ts'
import { type Argument, type Call, callProgram, find, IMPORTED, MEMORY_BYTES } from './testing/call-program.ts'

const runtime = await cachedRuntime('checked')
const CORE: CoreSpec = { ...RECOMMENDED_SPEC, Precision: 16, MemorySize: 1_000_000 }

/** Texts, a vector of buffers, pairs of doubles: what calls may take for something of theirs. */
const DATA = new Uint8Array(16_384)
const [PATH, VECTORS, TEXT, PAIRS, FREE] = [1024, 2048, 3072, 8192, 12_288]
new TextEncoder().encodeInto('file', DATA.subarray(PATH))
new TextEncoder().encodeInto('Ux0400000000000000024035800000000000000000024035', DATA.subarray(TEXT))
new Uint32Array(DATA.buffer, VECTORS, 8).set([FREE, 16, 0xffff_fff0, 16, FREE, 0xffff_ffff, 0, 0])
new Float64Array(DATA.buffer, PAIRS, 64).set(Float64Array.from({ length: 64 }, (_, i) => [i - 32, -i, Number.NaN, Number.POSITIVE_INFINITY][i % 4]!))

function run(calls: readonly Call[], tells = false): RunResult {
  const request = { module: callProgram(calls, DATA, tells), core: CORE, arguments: ['a'], samples: 32 }
  return execute({ ...request, limits: { outputBytes: 100_000, fileBytes: 100_000 } }, { runtime, sleep: () => {} }, { output: () => {} })
}

/** Of a fault of ours: a slip of JavaScript, or the heap checker. */
const SLIP = /undefined|is not (a|iter)|cannot read|heap check|could not be delivered/i
function expectOfProgram({ ending }: RunResult, calls: readonly Call[]): void {
  const told = calls.map(({ of, arguments: words }) => `${of.name}(${words.join(', ')})`).join(' ')
  expect(['exit', 'trap', 'limit'], told).toContain(ending.kind)
  if (ending.kind === 'trap') expect(`${told}: ${ending.message}`).not.toMatch(SLIP)
}

const INTEGERS = [0, 1, 2, 3, 4, 7, 16, PATH, VECTORS, TEXT, PAIRS, PAIRS + 1, FREE, 65_535, 65_536, MEMORY_BYTES - 4, MEMORY_BYTES - 1, MEMORY_BYTES]
const WORDS = [0x0fff_ffff, 0x1000_0000, 0x1000_0001, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_fff8, 0xffff_ffff]
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  2,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e9,
  100,
  -0.25,
]
const HANDLES = [0x7ffd_0000_0000_0001n, 0x7ffd_0000_0000_ffffn, 0xfffd_ffff_ffff_ffffn, 0x7ffc_0000_0000_0007n, 0x7ff0_0000_0000_0002n]
const bits = (x: number) => new BigUint64Array(Float64Array.of(x).buffer)[0]!
const bits32 = (x: number) => BigInt(new Uint32Array(Float32Array.of(x).buffer)[0]!)
const POOL: Readonly<Record<WasmType, readonly Argument[]>> = {
  i32: [...INTEGERS, ...WORDS].map(BigInt),
  i64: ['value', 'value', ...NUMBERS.map(bits), ...HANDLES, ...[...INTEGERS, ...WORDS].map(BigInt), -1n, 1n << 62n, -(1n << 63n), 1n << 40n],
  f32: ['value', ...NUMBERS.map(bits32), 0x7fc0_0005n, 0xffc0_0001n],
  f64: ['value', 'value', ...NUMBERS.map(bits), ...HANDLES],
}

function random(seed: number): (below: number) => number {
  const uniform = generator(seed)
  return (below) => Math.floor(uniform() * below)
}
function anyCall(of: Call['of'], below: (count: number) => number): Call {
  return { of, arguments: of.parameters.map((type) => POOL[type][below(POOL[type].length)]!) }
}

test('there are functions of both kinds', () => {
  expect(IMPORTED.length).toBeGreaterThan(90)
})
test.each(IMPORTED.map((of) => [`${of.module}.${of.name}`, of] as const))('%s with odd arguments', (_name, of) => {
  const below = random(of.name.length + of.name.charCodeAt(0))
  for (let round = 0; round < 25; round++) {
    const calls = Array.from({ length: 3 }, () => anyCall(of, below))
    expectOfProgram(run(calls), calls)
  }
})
test('all of them, one after the other', () => {
  const below = random(1)
  const files = IMPORTED.filter(({ name }) => /^(fd|path)_/.test(name))
  for (let round = 0; round < 250; round++) {
    const among = round % 2 === 0 ? files : IMPORTED
    const calls = Array.from({ length: 12 }, () => anyCall(among[below(among.length)]!, below))
    expectOfProgram(run(calls), calls)
  }
})

const EFAULT = 21
const OUTSIDE = [-16n, BigInt(MEMORY_BYTES) - 1n, BigInt(MEMORY_BYTES)]
/** Arguments that are right; an address stands as a number. */
const WITH_ADDRESSES: Readonly<Record<string, readonly (number | bigint)[]>> = {
  args_get: [FREE, FREE + 100],
  args_sizes_get: [FREE, FREE + 8],
  environ_sizes_get: [FREE, FREE + 8],
  clock_res_get: [0n, FREE],
  clock_time_get: [0n, 0n, FREE],
  fd_fdstat_get: [1n, FREE],
  fd_filestat_get: [3n, FREE],
  fd_prestat_get: [3n, FREE],
  fd_prestat_dir_name: [3n, FREE, 2n],
  fd_read: [0n, VECTORS, 1n, FREE + 64],
  fd_readdir: [3n, FREE, 100n, 0n, FREE + 200],
  fd_write: [1n, VECTORS, 1n, FREE + 64],
  path_create_directory: [3n, PATH, 4n],
  path_filestat_get: [3n, 0n, PATH, 4n, FREE],
  path_open: [3n, 0n, PATH, 4n, 1n, 66n, 0n, 0n, FREE],
  path_readlink: [3n, PATH, 4n, FREE, 10n, FREE + 20],
  path_rename: [3n, PATH, 4n, 3n, PATH, 4n],
  path_unlink_file: [3n, PATH, 4n],
  poll_oneoff: [FREE, FREE + 100, 1n, FREE + 200],
  random_get: [FREE, 16n],
}
const faults = Object.entries(WITH_ADDRESSES).flatMap(([name, words]) =>
  words.flatMap((word, place) => (typeof word === 'number' ? [{ name, place, words }] : [])),
)
/** Not reached: a standard input that is empty reads no vector, and nothing is a link. */
const UNREAD = ['fd_read 1', 'path_readlink 3', 'path_readlink 5', 'path_filestat_get 4', 'path_rename 4']
test.each(faults)('$name with argument $place outside of memory gives EFAULT', ({ name, place, words }) => {
  for (const outside of OUTSIDE) {
    const given = words.map((word, index) => (index === place ? outside : BigInt(word)))
    const { ending } = run([{ of: find(name), arguments: given }], true)
    if (!UNREAD.includes(`${name} ${place}`)) expect(ending).toEqual({ kind: 'exit', code: EFAULT })
    else expect(ending.kind).toBe('exit')
  }
})
test('files may have the names that objects of JavaScript have', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    new TextEncoder().encodeInto(name, DATA.subarray(FREE))
    const { ending } = run([{ of: find('path_open'), arguments: [3n, 0n, BigInt(FREE), BigInt(name.length), 0n, 2n, 0n, 0n, 0n] }], true)
    expect(ending).toMatchObject({ kind: 'exit', code: 44, missing: name }) // ENOENT
  }
})

const BEYOND = 'a pointer to memory that the program does not have'
test.each([
  ['tail', ['value', -16n, 100n]],
  ['parse', [-16n, 100n, 0n]],
  ['tobytes', ['value', -16n, 4000n, 64n]],
  ['frombytes', [-16n, 100n, 64n]],
  ['atoms', ['value', -16n, 1000n]],
  ['nodes', ['value', -16n, 0n, 1000n]],
  ['nodes', ['value', BigInt(PAIRS), 0x1000_0000n, 0x7fff_ffffn]], // 16 times as many bytes are 2^32
  ['posterior', ['value', BigInt(PAIRS), 0x1000_0001n]],
] as const)('ux.%s of memory outside says so', (name, words) => {
  expect(run([{ of: find(name), arguments: words }]).message).toMatch(new RegExp(`^${BEYOND} \\(\\d+ bytes at 0x[0-9a-f]+, ux\\.${name}\\)`))
})
