// `credence run` as a person has it: started by its launcher, served by the service that the first run leaves behind.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOME as CREDENCE_HOME } from '../../../../tools/cache.ts' // its cache is shared by all tests
import { cacheFolder } from '../local/cache-folder.ts'

const LAUNCHER = path.resolve('apps/cli/bin/credence.cjs')
const state = createRequire(import.meta.url)('../../bin/state.cjs') as { codeOf: () => string; cacheFolder: (env: NodeJS.ProcessEnv) => string }

let folder: string
let env: NodeJS.ProcessEnv
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'credence-loop-'))
  await mkdir(path.join(folder, 'run'), { mode: 0o700 })
  env = { ...process.env, CREDENCE_HOME, XDG_RUNTIME_DIR: path.join(folder, 'run') }
  delete env['CREDENCE_NO_SERVICE']
  delete env['NODE_COMPILE_CACHE'] // it keeps its code itself
})
afterEach(async () => {
  await credence('service', 'stop')
  await rm(folder, { recursive: true })
})

type Running = ChildProcessByStdio<null, Readable, Readable>
function start(...words: string[]): { child: Running; said: { out: string; error: string }; ended: Promise<number | null> } {
  const child = spawn(LAUNCHER, words, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.error += chunk.toString()
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) }
}
async function credence(...words: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const { said, ended } = start(...words)
  return { code: await ended, ...said }
}
async function status(): Promise<{ running: boolean; pid: number; builds: number; runs: number }> {
  return JSON.parse((await credence('service', 'status', '--json')).out)
}
async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const begin = performance.now(); !(await holds()); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (performance.now() - begin > 200_000) throw new Error(`waited in vain for ${what}`)
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
const printing = (text: string) => `#include <stdio.h>\nint main(int argc, char **argv) { printf("${text} %d\\n", argc); return 3; }\n`

test('the first run leaves a service that does the next ones, with the same results as without it', async () => {
  await write('a.c', printing('hello'))
  expect(await status()).toEqual({ running: false })
  const first = await credence('run', 'a.c', '--', 'x')
  expect(first).toEqual({ code: 3, out: 'hello 2\n', error: '' })
  expect(await credence('run', 'a.c', '--', 'x')).toEqual(first)
  await expect.poll(status).toMatchObject({ running: true, builds: 2, runs: 2 }) // counted behind what the run printed
  expect(await credence('run', '--no-service', 'a.c', '--', 'x')).toEqual(first)
  env['CREDENCE_NO_SERVICE'] = '1'
  expect(await credence('run', 'a.c', '--', 'x')).toEqual(first)
  expect((await status()).runs).toBe(2)
  const { pid } = await status()
  expect(await credence('service', 'stop')).toMatchObject({ code: 0 })
  await until(() => !isAlive(pid), 'the end of the service')
  expect((await credence('service', 'status')).out).toBe('no service is running\n')
})

test('a service that is killed in the middle of a run loses nothing and repeats nothing', async () => {
  await write(
    'slow.c',
    '#include <stdio.h>\nint main(void) { puts("one"); fflush(stdout); for (volatile long i = 0; i < 1500000000; i++) {} puts("two"); return 3; }\n',
  )
  const { child, said, ended } = start('run', 'slow.c')
  await once(child.stdout, 'data')
  const { pid } = await status()
  process.kill(pid, 'SIGKILL')
  expect(await ended).toBe(3)
  expect(said).toEqual({ out: 'one\ntwo\n', error: '' })
  await expect.poll(status).toEqual({ running: false })
  await write('a.c', printing('again'))
  expect(await credence('run', 'a.c')).toMatchObject({ code: 3, out: 'again 1\n' }) // its socket still lies there
  await expect.poll(status).toMatchObject({ running: true })
})

test('Ctrl-C ends the run at once, and the service serves on', async () => {
  await write('endless.c', '#include <stdio.h>\nint main(void) { puts("runs"); fflush(stdout); for (volatile double x = 0;;) x += 1; }\n')
  await write('a.c', printing('after'))
  const { child, said, ended } = start('run', 'endless.c')
  await once(child.stdout, 'data')
  const { pid } = await status()
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(said).toEqual({ out: 'runs\n', error: 'credence: cancelled\n' })
  expect(await credence('run', 'a.c')).toMatchObject({ code: 3, out: 'after 1\n' })
  await expect.poll(status).toMatchObject({ pid })
})

test('a folder that others may enter is not used: the run does without, and the service says why', async () => {
  await write('a.c', printing('alone'))
  await mkdir(path.join(folder, 'run', `credence-${process.getuid!()}`))
  await chmod(path.join(folder, 'run', `credence-${process.getuid!()}`), 0o755)
  expect(await credence('run', 'a.c')).toEqual({ code: 3, out: 'alone 1\n', error: '' })
  expect((await credence('service', 'status')).out).toMatch(/^there is no service: .+ is open to other users; its mode should be 700\n$/)
})

test('--watch runs again on save, also of a header and by rename, outlives errors and ends with Ctrl-C', async () => {
  await write('a.h', '#define TEXT "first"\n')
  await write('a.c', '#include <stdio.h>\n#include "a.h"\nint main(void) { puts(TEXT); return 0; }\n')
  const { child, said, ended } = start('run', '--watch', 'a.c')
  const waits = (count: number, text: string) =>
    until(() => said.error.split(text).length === count + 1, `${count} times ${text}\n${said.out}${said.error}`)
  await waits(1, 'exit code 0; runs again')
  await write('b.h.new', '#define TEXT "second"\n')
  await rename(path.join(folder, 'b.h.new'), path.join(folder, 'a.h'))
  await waits(2, 'exit code 0; runs again')
  await write('a.c', 'int main(void) { return x; }\n')
  await waits(1, 'exit code 122; runs again')
  await write('a.c', '#include <stdio.h>\nint main(void) { puts("third"); fflush(stdout); for (volatile double x = 0;;) x += 1; }\n')
  await until(() => said.out.includes('third'), 'the third text')
  await write('a.c', '#include <stdio.h>\nint main(void) { puts("fourth"); return 0; }\n') // ends the endless one
  await waits(3, 'exit code 0; runs again')
  await write('notes.txt', 'is no source')
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(said.out).toBe('first\nsecond\nthird\nfourth\n')
  expect(said.error).toContain("error: use of undeclared identifier 'x'")
  expect(said.error).not.toContain('Error:')
})

test('the command is bundled after a run, and does without a bundle that is damaged', async () => {
  await write('a.c', printing('bundled'))
  const bundle = path.join(CREDENCE_HOME, 'cache', 'command', state.codeOf())
  await rm(bundle, { recursive: true, force: true })
  expect((await credence('run', 'a.c')).out).toBe('bundled 1\n')
  await until(
    () =>
      stat(bundle).then(
        () => true,
        () => false,
      ),
    'the bundle',
  )
  expect(await readdir(bundle)).toContain('program.mjs')
  expect((await credence('run', 'a.c')).out).toBe('bundled 1\n')
  expect(await readdir(bundle)).toContain('compiled') // it was loaded, and its code kept
  await writeFile(path.join(bundle, 'program.mjs'), 'export const main = ')
  expect((await credence('run', 'a.c')).out).toBe('bundled 1\n')
  await rm(bundle, { recursive: true })
})

test('the launcher looks for the bundle where the command keeps what it made', async () => {
  for (const given of [{ CREDENCE_HOME: folder }, { XDG_CACHE_HOME: folder }, { HOME: folder }] as NodeJS.ProcessEnv[])
    expect(state.cacheFolder(given)).toBe(await cacheFolder(given))
})

test('what is piped to the command reaches the program, served or not; a pipe that stays open keeps only who reads of it', async () => {
  await writeFile(
    path.join(folder, 'sum.c'),
    '#include <stdio.h>\nint main(int argc, char **argv) { double sum = 0, x; puts("begun"); fflush(stdout); while (argc == 1 && scanf("%lf", &x) == 1) sum += x; printf("%g\\n", sum); }',
  )
  const piped = (...words: string[]) => {
    const child = spawn(LAUNCHER, ['run', 'sum.c', ...words], { env, cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    return { child, out: () => out, ended: once(child, 'close') }
  }
  for (const words of [[], ['--no-service']]) {
    const whole = piped(...words)
    whole.child.stdin.write('3 ')
    await until(() => whole.out() === 'begun\n', 'its first line')
    whole.child.stdin.end('4\n')
    expect([await whole.ended, whole.out()]).toEqual([[0, null], 'begun\n7\n'])
    const deaf = piped(...words, '--', 'deaf')
    expect([await deaf.ended, deaf.out()]).toEqual([[0, null], 'begun\n0\n'])
    const waiting = piped(...words)
    await until(() => waiting.out() === 'begun\n', 'its first line')
    waiting.child.kill('SIGINT')
    expect((await waiting.ended)[0]).toBe(130)
  }
}, 300_000)
