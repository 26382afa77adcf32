// Which parts are made, and when: with a maker that notes what it was asked for.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ahead } from './prepare.ts'
import { prepareParts } from './prepare.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-prepare-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function prepareWith(ahead: Ahead) {
  const [asked, progress]: [string[], string[]] = [[], []]
  const make = async (request: { do: string }) => {
    asked.push(request.do)
    return Uint8Array.of(1)
  }
  const prepared = await prepareParts(folder, make, ahead, ({ what, done, total }) => progress.push(`${what} ${done}/${total}`))
  return { prepared, asked, progress }
}

test('C++ headers are made ahead for a server, and for nobody who has not asked', async () => {
  expect((await prepareWith('none')).asked).toEqual(['runtime', 'archive'])
  expect((await prepareWith('common')).asked).toEqual(['precompiled', 'precompiled']) // the others are kept
  expect((await prepareWith('common')).asked).toEqual([])
})

test('a header that a build asks for is made once, with progress, and kept under its name', async () => {
  const { prepared, asked, progress } = await prepareWith('none')
  const variant = { options: ['-std=c++20', '-O2', '-DUX_TRACKING=1'] }
  await prepared.addPrecompiled(variant)
  expect(asked).toEqual(['runtime', 'archive', 'precompiled'])
  expect(progress.slice(-2)).toEqual(['C++ header iostream-cpp20-O2-tracking1 2/3', 'C++ header iostream-cpp20-O2-tracking1 3/3'])
  expect([...prepared.parts.precompiled.keys()]).toEqual(['iostream-cpp20-O2-tracking1'])
  expect((await readdir(folder)).filter((name) => name.endsWith('.pch'))).toEqual([expect.stringMatching(/^iostream-cpp20-O2-tracking1-/)])
  const again = await prepareWith('none')
  await again.prepared.addPrecompiled(variant)
  expect(again.asked).toEqual([])
})

test('a name that is no name of a header is not written', async () => {
  const { prepared, asked } = await prepareWith('none')
  await prepared.addPrecompiled({ options: ['-std=/../../escape'] })
  expect(asked).toEqual(['runtime', 'archive'])
  expect(prepared.parts.precompiled.size).toBe(0)
})

test('the library of Fortran is made once for all that ask, by whom the first one names, and again after a failure', async () => {
  const { prepared, asked } = await prepareWith('none')
  const [failing, aside]: [string[], string[]] = [[], []]
  const fail = async (request: { do: string }) => {
    failing.push(request.do)
    throw new Error('ended')
  }
  await expect(prepared.addFortran(fail)).rejects.toThrow('ended')
  const make = async (request: { do: string }) => {
    aside.push(request.do)
    return Uint8Array.of(2)
  }
  await Promise.all([prepared.addFortran(make), prepared.addFortran()])
  expect([asked, failing, aside]).toEqual([['runtime', 'archive'], ['archive'], ['archive']])
  expect(prepared.parts.fortran).toEqual(Uint8Array.of(2))
  const again = await prepareWith('none')
  await again.prepared.addFortran()
  expect(again.asked).toEqual([])
})
