// What `npm run dev` is made of, with a small script in place of the platform.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPlatform } from './platform.ts'
import { isSource, watchSaved } from './watch.ts'

let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credence-dev-'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const until = async (holds: () => boolean) => {
  for (let i = 0; i < 600 && !holds(); i++) await sleep(50)
  if (!holds()) throw new Error(`it did not come to pass:\n${said.join('\n')}`)
}
const heard = (pattern: RegExp) => said.filter((line) => pattern.test(line)).length

/** A platform that says where it is, and which version of its text it is. */
const script = (version: string) => {
  const main = join(folder, 'main.ts')
  writeFileSync(
    main,
    `console.log('Credence is at here'); console.log('version ${version} on', process.env.DATABASE_URL); setInterval(() => {}, 1000)\n`,
  )
  return main
}
const open = (main: string) =>
  openPlatform({
    main,
    argv: [],
    home: folder,
    databaseUrl: 'the database',
    siteAddress: 'http://site/',
    consoleAddress: 'http://screens/',
    say: (line) => void said.push(line),
  })

test('a platform whose code was saved is started again on the same database', async () => {
  const platform = await open(script('one'))
  await until(() => heard(/^version one on the database/) === 1)
  platform.restart([script('two')])
  await until(() => heard(/^version two on the database/) === 1)
  expect(heard(/^restarted in .*main\.ts was saved/)).toBe(1)
  await platform.stop()
  expect(heard(/ended/)).toBe(0)
})

test('a start that is under way is let to say what it says once', async () => {
  const main = script('one')
  writeFileSync(main, `setTimeout(() => { console.log('Credence is at here'); console.log('  API key   one') }, 700); setInterval(() => {}, 1000)\n`)
  const platform = await open(main)
  platform.restart([script('two')])
  await until(() => heard(/^version two/) === 1 || heard(/API key/) === 1)
  await until(() => heard(/^version two/) === 1)
  await platform.stop()
})

test('code that does not start waits for the next save', async () => {
  const main = script('one')
  writeFileSync(main, 'not a program (')
  const platform = await open(main)
  await until(() => heard(/^ended with 1; the next save starts it again/) === 1)
  platform.restart([script('two')])
  await until(() => heard(/^version two/) === 1)
  await platform.stop()
})

test('files saved together are told once, and those that no process reads are not', async () => {
  mkdirSync(join(folder, 'src'))
  const told: string[][] = []
  const watcher = watchSaved(['src'], (paths) => void told.push(paths), folder)
  for (const name of ['a.ts', 'a.ts', 'b.c', 'a.test.ts', 'notes.txt']) writeFileSync(join(folder, 'src', name), name)
  await until(() => told.length > 0)
  await sleep(400)
  watcher.close()
  expect(told).toEqual([['src/a.ts', 'src/b.c']])
})

test.each(['src/node_modules/a.ts', 'src/testing/a.ts', 'src/.a.ts.swp', 'src/.git/a.ts', 'src/README.md'])('%s restarts nothing', (path) => {
  expect(isSource(path)).toBe(false)
})
