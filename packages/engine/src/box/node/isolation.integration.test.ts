// What a process in a box could reach if a program broke out of WebAssembly into its JavaScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Boxed, boxCommand, probe, probeIsolation } from './isolation.ts'
import { type Command, startCommand } from './start.ts'

const BOUNDS = { heapMegabytes: 128, stackKilobytes: 1000, memoryPages: 100 }
const ENTRY = '0.mjs'
const probing = (folder: string): Boxed => ({ bounds: BOUNDS, folders: [{ path: folder, inBox: '/runner' }], script: ENTRY })

const PROBE = `
const attempt = async (act) => { try { await act(); return 'allowed' } catch (error) { return error.code ?? error.name } }
const fs = await import('node:fs'), net = await import('node:net')
console.log(JSON.stringify({
  passwords: await attempt(() => fs.readFileSync('/etc/passwd')),
  write: await attempt(() => fs.writeFileSync('/tmp/from-the-runner', '')),
  child: await attempt(async () => (await import('node:child_process')).execSync('true')),
  worker: await attempt(async () => new (await import('node:worker_threads')).Worker('1', { eval: true })),
  connect: await attempt(() => new Promise((yes, no) => net.connect(9, '127.0.0.1').on('error', no).on('connect', yes))),
  evaluate: await attempt(() => new Function('return 1')()),
  memory: await attempt(() => new WebAssembly.Memory({ initial: 1 }).grow(200)),
  environment: Object.keys(process.env),
}))`

test('files, children, threads, network, new code and more memory are out of reach, and there is no environment', async () => {
  const best = await probeIsolation()
  for (const level of new Set(['process' as const, best])) {
    const folder = mkdtempSync(join(tmpdir(), 'credence-probe-'))
    writeFileSync(join(folder, ENTRY), PROBE)
    const { stdout, stderr } = await outputOf(boxCommand(level, probing(folder)))
    rmSync(folder, { recursive: true })
    expect(stderr).toBe('')
    const { environment, ...reached } = JSON.parse(stdout)
    const denied = 'ERR_ACCESS_DENIED'
    expect(reached).toEqual({
      ...{ passwords: denied, write: denied, child: denied, worker: denied, connect: denied },
      ...{ evaluate: 'EvalError', memory: 'RangeError' },
    })
    expect(environment.filter((name: string) => name !== 'PWD' && name !== 'PATH')).toEqual([])
  }
})

/** Without Node's permission model, so that what is refused is refused by the kernel. */
const KERNEL_PROBE = `
const net = await import('node:net'), { spawnSync } = await import('node:child_process'), fs = await import('node:fs')
const connect = await new Promise((end) => net.connect(9, '127.0.0.1').on('error', (error) => end(error.code)).on('connect', () => end('connected')))
console.log(JSON.stringify({ connect, child: spawnSync('/node', ['--version']).status, root: fs.readdirSync('/').sort(), processes: fs.readdirSync('/proc').filter((name) => Number(name) > 0).length }))`

test('the box alone refuses sockets and shows no files and no other processes', async () => {
  const level = await probeIsolation()
  if (level !== 'process+ns+seccomp') return expect(level).toMatch(/^process/) // nothing to try on this machine
  const folder = mkdtempSync(join(tmpdir(), 'credence-probe-'))
  writeFileSync(join(folder, ENTRY), KERNEL_PROBE)
  const { arguments: words, ...command } = boxCommand(level, probing(folder))
  const { stdout, stderr } = await outputOf({ ...command, arguments: words.filter((word) => word !== '--permission' && !word.startsWith('--allow')) })
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  const { connect, child, root, processes } = JSON.parse(stdout)
  expect([connect, child]).toEqual(['EPERM', 0])
  expect(root.filter((name: string) => !['lib', 'lib64'].includes(name))).toEqual(['dev', 'node', 'proc', 'runner', 'usr'])
  expect(processes).toBeLessThanOrEqual(2)
})

test('an architecture without a filter of system calls is not said to have one', async () => {
  expect(await probe(undefined)).toBe((await probeIsolation()) === 'process' ? 'process' : 'process+ns')
})

test('a process that tried for a box on a machine without one ends with its work', () => {
  const url = new URL('start.ts', import.meta.url).href
  const source = `import { succeeds } from ${JSON.stringify(url)}; console.log(await succeeds({ file: '/no/such/program', arguments: [] }))`
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { timeout: 60_000, encoding: 'utf8' })
  expect([stdout, signal]).toEqual(['false\n', null])
})

test('a process in an endless loop ends with the one that started it, killed or not', async () => {
  const url = new URL('start.ts', import.meta.url).href
  const loop = { file: process.execPath, arguments: ['--eval', 'console.log(process.pid); for (;;);'] }
  const source = `import { startCommand } from ${JSON.stringify(url)}; startCommand(${JSON.stringify(loop)}).stdout.pipe(process.stdout)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', source])
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (chunk) => resolve(String(chunk)))))
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
/** And not a dead child that nobody has asked for. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

async function outputOf(command: Command): Promise<{ stdout: string; stderr: string }> {
  const child = startCommand(command)
  const text = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk) => {
      text[stream] += chunk
    })
  }
  await new Promise((resolve) => child.once('close', resolve))
  return text
}
