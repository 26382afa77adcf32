import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from './log.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'credence-log-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(home, { recursive: true, force: true })
})
const folder = () => join(home, 'log')
const file = () => join(folder(), 'platform.log')
const open = (keptBytes?: number) => openLog({ home, log: 'file' }, 'platform', keptBytes)
const lines = (path = file()) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
/** The file is looked for again. */
const aMomentLater = () => vi.setSystemTime(Date.now() + 1000)

test('an event is one line of JSON with its fields, at once and for the owner only', () => {
  open().warn({ event: 'usage.lost', taskId: 'tsk_1', absent: undefined }, 'counted requests could not be written')
  expect(lines()).toEqual([
    {
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      process: 'platform',
      event: 'usage.lost',
      taskId: 'tsk_1',
      sentence: 'counted requests could not be written',
    },
  ])
  expect([statSync(folder()).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600])
})
test('of a cause is said what is ours: never the words of a parser or of PostgreSQL, which quote what users sent', () => {
  const log = open()
  const refused = Object.assign(new Error('MARKED is no integer'), { severity: 'ERROR', code: '22P02' })
  for (const cause of [new SyntaxError('MARKED is no JSON'), refused, new Error('ours', { cause: refused }), 'MARKED'])
    log.error({ event: 'http.failed', cause }, 'a request failed')
  expect(lines().map(({ cause }) => cause)).toMatchObject([
    { name: 'SyntaxError', frames: expect.any(Array) },
    { name: 'Error', code: '22P02' },
    { message: 'ours', cause: { code: '22P02' } },
    'string',
  ])
  expect(readFileSync(file(), 'utf8')).not.toContain('MARKED')
})
test('what cannot be written as JSON does not throw', () => {
  const circle: Record<string, unknown> = { event: 'odd' }
  circle['self'] = circle
  open().info({ event: 'odd', circle, big: 1n }, 'odd')
  expect(lines()).toMatchObject([{ event: 'odd' }])
})
test('a full file is moved aside, and the one aside replaced', () => {
  const log = open(1000)
  for (let number = 0; number < 30; number++) log.info({ event: 'counted', number }, 'x'.repeat(100))
  expect(readdirSync(folder()).toSorted()).toEqual(['platform.log', 'platform.log.1'])
  const kept = [...lines(`${file()}.1`), ...lines()].map(({ number }) => number)
  expect(kept).toEqual(Array.from(kept, (_, index) => 30 - kept.length + index))
  for (const path of [file(), `${file()}.1`]) expect(statSync(path).size).toBeLessThan(1300)
  const size = statSync(file()).size
  open().info({ event: 'again' }, 'a new start goes on where the last one ended')
  expect(statSync(file()).size).toBeGreaterThan(size)
})
test('a folder that vanished stops nothing, whether the file is full or not, and is made again', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const keptBytes of [undefined, 100]) {
    const log = open(keptBytes)
    log.info({ event: 'before' }, 'x'.repeat(200))
    rmSync(folder(), { recursive: true })
    for (let number = 0; number < 3; number++) log.info({ event: 'lost' }, 'x'.repeat(200))
    aMomentLater()
    log.info({ event: 'after' }, 'here again')
    expect(lines().at(-1)).toMatchObject({ event: 'after' })
  }
})
test('a folder that cannot be made stops nothing', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  writeFileSync(folder(), 'a file')
  const log = open()
  log.info({ event: 'lost' }, 'lost')
  unlinkSync(folder())
  aMomentLater()
  log.info({ event: 'after' }, 'here')
  expect(lines()).toMatchObject([{ event: 'after' }])
})
test.skipIf(!existsSync('/dev/full'))('a full disk stops nothing', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  open() // makes the folder
  unlinkSync(file())
  symlinkSync('/dev/full', file())
  const log = open()
  for (let number = 0; number < 3000; number++) log.info({ event: 'lost' }, 'x'.repeat(1000))
  unlinkSync(file())
  aMomentLater()
  log.info({ event: 'after' }, 'there is room again')
  expect(lines().at(-1)).toMatchObject({ event: 'after' })
})
