// Every call as the one in JavaScript that it stands for: what it returns, what it leaves in memory, and what is left of standard output.
import { describe, expect, test } from 'vitest'
import { charactersOf } from '../../latin1.ts'
import type { Ending } from '../../types.ts'
import { createQuick, createShared } from './quick.ts'
import { argumentBytes, createWasi } from './wasi.ts'

const PAGE = 65_536
const LEFT = 1000
const WORDS = ['main', 'größe', '']
const NAMES = ['args_get', 'args_sizes_get', 'fd_fdstat_get', 'fd_write', 'fd_close']

type Call = (...parameters: number[]) => unknown
/** Calls on a memory of their own, where words lie that lead everywhere. */
function world(isQuick: boolean, words: readonly string[] = WORDS) {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const view = new DataView(memory.buffer)
  for (const [at, value] of [100, 5, 200, 7, PAGE - 4, 4, PAGE - 4, 5, 300, 0, PAGE, 0, -8, 16, 0, LEFT + 1].entries())
    view.setUint32(4 * at, value, true)
  const shared = createShared(LEFT)
  let ended: Ending | undefined
  const wasi = createWasi({
    arguments: words,
    given: { files: new Map(), folders: [], space: undefined },
    fileBytes: 0,
    outputBytes: LEFT,
    clock: { realtime: () => 0n, monotonic: () => 0n, processor: () => 0n, sleep: () => {} },
    output: () => {},
    unheard: shared,
    end: (ending) => {
      ended = ending
      throw new WebAssembly.RuntimeError('unreachable')
    },
  })
  wasi.attach(memory)
  let slowCalls = 0
  const slow = Object.fromEntries(
    Object.entries(wasi.imports(NAMES)).map(([name, call]) => [
      name,
      (...parameters: never[]) => {
        slowCalls++
        return call(...parameters)
      },
    ]),
  ) as Record<string, Call>
  const { calls } = createQuick(memory, argumentBytes(words), slow, shared)
  const all = isQuick ? { ...slow, ...(calls as Record<string, Call>) } : slow
  return {
    memory,
    slowCalls: () => slowCalls,
    /** Of a call, one after the other. */
    after(name: string, parameters: readonly number[]) {
      let result: unknown
      try {
        result = all[name]!(...parameters)
      } catch {}
      return { result, ended, left: shared.left.value, text: charactersOf(new Uint8Array(memory.buffer)) }
    },
  }
}
const ADDRESSES = [400, 0, PAGE - 24, PAGE - 23, PAGE - 8, PAGE - 4, PAGE - 3, PAGE, -1, -4]

describe('in WebAssembly and in JavaScript the same', () => {
  const cases: Record<string, readonly (readonly number[])[]> = {
    args_sizes_get: ADDRESSES.flatMap((one) => ADDRESSES.map((other) => [one, other])),
    args_get: ADDRESSES.flatMap((one) => ADDRESSES.map((other) => [one, other])),
    fd_fdstat_get: [0, 1, 2, 3, 4, -1].flatMap((fd) => ADDRESSES.map((address) => [fd, address])),
    fd_write: [0, 1, 2, 3, 9].flatMap((fd) =>
      [0, 8, 16, 24, 32, 40, 48, 56, PAGE - 16, PAGE - 8, PAGE - 7, -8].flatMap((vectors) =>
        [0, 1, 2, 3, -1].flatMap((count) => [400, PAGE - 4, PAGE - 3].map((written) => [fd, vectors, count, written])),
      ),
    ),
  }
  test.for(Object.entries(cases))('%s', ([name, all]) => {
    const [quick, slow] = [world(true), world(false)]
    for (const parameters of all) expect(quick.after(name, parameters), parameters.join(' ')).toEqual(slow.after(name, parameters))
  })
})

test('what is ordinary never gets to JavaScript, until a descriptor may be another; then what asks for one does', () => {
  const { after, slowCalls, memory } = world(true)
  new Uint32Array(memory.buffer).set([100, 5, 200, 7])
  const ordinary = () => {
    after('args_sizes_get', [400, 404])
    after('args_get', [500, 600])
    after('fd_fdstat_get', [1, 700])
    return after('fd_write', [1, 0, 2, 800])
  }
  expect(ordinary()).toMatchObject({ result: 0, left: BigInt(LEFT - 12) })
  expect(slowCalls()).toBe(0)
  expect(after('fd_close', [1]).result).toBe(0)
  expect(ordinary()).toMatchObject({ result: 8, left: BigInt(LEFT - 12) }) // bad descriptor
  expect(slowCalls()).toBe(3)
})

test('output ends at its limit to the byte, however it is written', () => {
  const { after, memory } = world(true)
  new Uint32Array(memory.buffer).set([100, 495, 200, 5, 300, 1])
  expect(after('fd_write', [1, 0, 2, 800]).left).toBe(500n)
  expect(after('fd_write', [1, 0, 3, 800]).left).toBe(500n) // three buffers are counted in JavaScript: they are too much by one
  expect(after('fd_write', [1, 0, 2, 800])).toMatchObject({ left: 0n })
  expect(after('fd_write', [1, 16, 1, 800]).ended).toMatchObject({ kind: 'limit', limit: 'outputBytes' })
})

test('arguments that are long are left to JavaScript', () => {
  const { after, slowCalls } = world(true, ['main', 'x'.repeat(5000)])
  expect(after('args_sizes_get', [400, 404]).result).toBe(0)
  expect(slowCalls()).toBe(1)
})
