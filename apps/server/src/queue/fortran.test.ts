import { expect, test } from 'vitest'
import { fortranOfWorkers } from './fortran.ts'

const worker = (...tools: string[]) => ({ state: { abilities: { memory: 1, isolation: 'process', tools } as const } })

test('what workers have decides, and nothing does where none has said it yet', async () => {
  const found = async (...workers: Parameters<typeof fortranOfWorkers>[0] extends () => Promise<infer Rows> ? Rows : never) => {
    const fortran = fortranOfWorkers(async () => workers)
    return [await fortran.inSources(), await fortran.inRepositories()]
  }
  expect(await found()).toEqual(['unknown', 'unknown'])
  expect(await found({ state: {} })).toEqual(['unknown', 'unknown'])
  expect(await found(worker('C', 'git'))).toEqual(['none', 'none'])
  expect(await found(worker('C', 'git'), worker('C', 'Fortran'))).toEqual(['some', 'none'])
  expect(await found(worker('C'), worker('C', 'Fortran', 'git'))).toEqual(['some', 'some'])
})
test('workers are asked for again after a moment', async () => {
  let now = 0
  const rows = [worker('C')]
  const fortran = fortranOfWorkers(
    async () => rows,
    () => now,
  )
  expect(await fortran.inSources()).toBe('none')
  rows.push(worker('Fortran'))
  expect(await fortran.inSources()).toBe('none')
  now = 2000
  expect(await fortran.inSources()).toBe('some')
})
