import { expect, test } from 'vitest'
import { IMPORTS, RUNTIME_IMPORTS } from '../abi.ts'
import { AREA, HOST_FUNCTIONS } from './calls.ts'
import { createGlue } from './glue.ts'

const segments: readonly { address: number; bytes: Uint8Array }[] = []
const snapshot = { interpreter: new Uint8Array(), pages: 1, segments, stackPointer: 0, answer: 8, undefinedValue: 16, area: 4096 }
const settings = { samples: 1024, atoms: 16, tracking: true, independent: false, budget: 1e6, microarchitecture: 1, precision: 16, place: 1 }

test('a module that stands alone gives everything that program and runtime module ask of a host, with its types', () => {
  const { functions } = createGlue(snapshot, settings)
  const asked = [
    ...Object.entries(IMPORTS).flatMap(([name, one]) => (one.by === 'host' ? [[`ux.${name}`, one] as const] : [])),
    ...Object.entries(RUNTIME_IMPORTS).map(([name, one]) => [`host.${name}`, one] as const),
  ]
  for (const [name, { parameters, result }] of asked) {
    const type = functions.get(name)?.type
    expect([name, type?.parameters.length, type?.results.length]).toEqual([name, parameters.length, result === undefined ? 0 : 1])
  }
})
test('the arguments of every function have room before the bytes', () => {
  for (const name of HOST_FUNCTIONS) expect(AREA.arguments + 8 * IMPORTS[name]!.parameters.length).toBeLessThanOrEqual(AREA.data)
})
