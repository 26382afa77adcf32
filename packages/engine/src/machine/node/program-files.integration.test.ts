// What a rehearsal leaves for later processes: they must take it, or they start as slowly as without.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { probeIsolation } from '../../box/node/isolation.ts'
import { startCommand } from '../../box/node/start.ts'
import { BYPASS, compileC } from '../testing/compile.ts'
import { MOST_PAGES, openMachine, USUAL_PAGES } from './pool.ts'
import { ENTRY, LAWS_FILE, prepareRunner } from './program-files.ts'
import { codeFile, type RunnerKind, runnerCommand } from './runner-command.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'credence-rehearsal-'))
afterAll(() => rmSync(cacheDir, { recursive: true }))

test('V8 takes the code that was compiled in a rehearsal, in each kind of process', async () => {
  const folder = await prepareRunner(cacheDir)
  const machine = await openMachine({ cacheDir, runtime: new Uint8Array(0), poolSize: 1 })
  const module = await compileC('int main(void) { return 0; }') // of another build: it starts the other kind of process
  for (const MemorySize of [8_000_000, 3_000_000_000])
    await machine.run({ module, core: { ...BYPASS, MemorySize }, arguments: [] }, { output: () => {} })
  const kinds: RunnerKind[] = [
    { pages: USUAL_PAGES, compiling: 'quick' },
    { pages: USUAL_PAGES, compiling: 'optimising' },
    { pages: MOST_PAGES, compiling: 'optimising' },
  ]
  await expect.poll(() => kinds.every((kind) => existsSync(join(folder, codeFile(kind)))), { timeout: 60_000 }).toBe(true)
  await machine.close()
  expect(existsSync(join(folder, LAWS_FILE))).toBe(true)

  const looking = join(cacheDir, 'looking')
  cpSync(folder, looking, { recursive: true })
  const start = readFileSync(join(folder, ENTRY), 'utf8')
  writeFileSync(join(looking, ENTRY), start.replace(/^script\.runInThisContext.*$/m, 'console.log(script.cachedDataRejected)'))
  const isolation = await probeIsolation()
  for (const kind of kinds) expect(await outputOf(runnerCommand(isolation, looking, kind))).toBe('false\n')
})
test('a damaged file of a rehearsal does no harm', async () => {
  const folder = await prepareRunner(cacheDir)
  const files = readdirSync(folder).filter((name) => name === LAWS_FILE || name.startsWith('code-'))
  expect(files).toHaveLength(4)
  for (const name of files) writeFileSync(join(folder, name), 'x')
  const machine = await openMachine({ cacheDir, runtime: new Uint8Array(0) })
  const module = await compileC('int main(void) { return 7; }')
  expect((await machine.run({ module, core: BYPASS, arguments: [] }, { output: () => {} })).ending).toEqual({ kind: 'exit', code: 7 })
  await machine.close()
})

function outputOf(command: Parameters<typeof startCommand>[0]): Promise<string> {
  const child = startCommand(command)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  return new Promise((resolve) => child.once('close', () => resolve(text)))
}
