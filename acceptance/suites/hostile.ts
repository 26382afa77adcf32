// Hostile programs: each ends with a clear status and message within its limits; the next one is built and runs; no file and no process is left.
// They run on a platform of their own with small limits, `LIMITS`.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS as CONTRACT } from '@credence/contract'
import type { Report } from '../check.ts'
import { Platform } from '../platform.ts'
import type { Hostile } from './hostile/program.ts'
import { GROUPS, LIMITS } from './hostile/programs.ts'

const PREPARATION_MS = 60 * 60_000
const FINE = '#include <stdio.h>\n#include <uxhw.h>\nint main(void){printf("%f\\n", UxHwDoubleGaussDist(2, 1));return 0;}\n'
/** How that begins which `FINE` prints. */
const PRINTED = '2.000000Ux'
/** How the message of a build begins whose compiler went on to the end. */
const ERRORS_FOUND = 'the compiler reported errors'

export async function hostile(report: Report): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'credence-hostile-'))
  const platform = await Platform.start({ ...LIMITS, TMPDIR: temporary, CREDENCE_DOCS: temporary }) // that there is no site to be built
  try {
    await prepared(platform)
    const { build } = await platform.run(FINE)
    const scene: Scene = { platform, report, temporary, fine: String(build.BuildID), idle: '', cores: await coresOf(platform) }
    scene.idle = await settled(platform)
    console.log(`      idle: ${scene.idle}`)
    for (const [name, programs] of Object.entries(GROUPS)) {
      for (const program of programs) await judge(scene, program)
      const { stdout } = await platform.run(`// after ${name}\n${FINE}`)
      report.check(`${name}: behind them all a program is built and runs`, stdout.slice(0, 20), stdout.startsWith(PRINTED))
    }
    await bomb(scene)
    await cancelled(scene)
    await refused(scene)
    await zombies(scene)
  } finally {
    await platform.remove()
    await rm(temporary, { recursive: true, force: true, maxRetries: 10 })
  }
}

/**
 * The engine makes its parts on first start; a first program would wait for that longer than programs do. The library of Fortran is made beside them in a
 * process that ends when it is there, which a program in Fortran waits for.
 */
async function prepared(platform: Platform): Promise<void> {
  for (const began = Date.now(); Date.now() - began < PREPARATION_MS; await sleep(500)) {
    const { status, json } = await platform.call('GET', '/health/compiler', { key: null })
    if (status === 200 && json.status === 'healthy') return await platform.run(FORTRAN, { language: 'Fortran' }).then(() => {})
  }
  throw new Error(`the compiler is not ready after ${PREPARATION_MS / 1000} s`)
}

const FORTRAN = 'print *, 1\nend\n'

interface Scene {
  readonly platform: Platform
  readonly report: Report
  readonly temporary: string
  readonly cores: ReadonlyMap<string, string>
  /** The build of `FINE`. */
  readonly fine: string
  /** The processes of an idle platform. */
  idle: string
}

async function judge(scene: Scene, program: Hostile): Promise<void> {
  const { report } = scene
  const { name, stopped, prints, seconds = 30 } = program
  const began = Date.now()
  const end = await perform(scene, program)
  const next = await nextOne(scene, end, name).catch((error: Error) => error.message)
  const took = (Date.now() - began) / 1000
  const left = await leftBehind(scene)
  const expected = stopped ? ('build' in stopped ? 'build Stopped' : 'task Stopped') : 'task Completed'
  const words = !stopped ? undefined : 'build' in stopped ? stopped.build : stopped.task
  const faults = [
    end.status !== expected && `expected ${expected}`,
    words && !words.test(end.message) && `expected ${words}`,
    prints && !prints.test(end.stdout) && `printed ${JSON.stringify(end.stdout.slice(0, 100))}, expected ${prints}`,
    took > seconds && `took ${took} s, more than ${seconds}`,
    !next.startsWith(PRINTED) && `the next program: ${next.slice(0, 100)}`,
    left,
  ].filter(Boolean)
  report.check(
    `${name}: ${expected}${words ? ` ${words.source}` : ''}`,
    `${end.status} after ${took.toFixed(1)} s: ${end.message.trim().slice(0, 200)}${faults.map((fault) => `; ${fault}`).join('')}`,
    faults.length === 0,
  )
}

/**
 * What `FINE` prints on what the program left behind: the build that is there runs again, so that a process waits for its owner's next run, as when idle; behind
 * a compiler that was ended or broke down it is built anew.
 */
async function nextOne({ platform, fine }: Scene, { status, message }: End, name: string): Promise<string> {
  if (!status.startsWith('task') && !message.startsWith(ERRORS_FOUND)) return (await platform.run(`// after ${name}\n${FINE}`)).stdout
  const { json } = await platform.call('POST', `/builds/${fine}/tasks`, { body: {} })
  await platform.end(`/tasks/${json.TaskID}`)
  return (await platform.call('GET', `/tasks/${json.TaskID}/output/Stdout`)).text
}

interface End {
  readonly status: string
  readonly message: string
  readonly stdout: string
}
async function perform({ platform, cores }: Scene, { code, language = 'C', core = 'C0-S+', arguments: words }: Hostile): Promise<End> {
  const build = await platform.call('POST', '/sourcecode/builds', { body: { Code: code, Language: language, CoreID: cores.get(core) } })
  if (build.status !== 202) return { status: `build ${build.status}`, message: build.text, stdout: '' }
  const built = await platform.end(`/builds/${build.json.BuildID}`)
  if (built.Status !== 'Completed') {
    const { json } = await platform.call('GET', `/builds/${build.json.BuildID}/outputs`)
    const output = json.Build ? await (await fetch(String(json.Build))).text() : ''
    return { status: `build ${built.Status}`, message: `${reasonOf(built)}; ${output}`, stdout: '' }
  }
  const task = await platform.call('POST', `/builds/${build.json.BuildID}/tasks`, { body: { Arguments: words } })
  const ended = await platform.end(`/tasks/${task.json.TaskID}`)
  const { text } = await platform.call('GET', `/tasks/${task.json.TaskID}/output/Stdout`)
  return { status: `task ${ended.Status}`, message: reasonOf(ended), stdout: text }
}

/** Behind what every transition says. */
function reasonOf({ StatusTransitions }: Record<string, unknown>): string {
  const { Message = '' } = (StatusTransitions as { Message: string }[]).at(-1) ?? {}
  return Message.replace(/^.* status as '\w+'(: )?/, '')
}

/** A source that keeps the compiler busy to its limit, by templates that explode, ends in time, the next build of its owner is fine, and nothing is left. */
async function bomb(scene: Scene): Promise<void> {
  const { platform, report } = scene
  const Code =
    'template <long N, unsigned long M> struct F { static constexpr unsigned long v = F<N - 1, M * 2>::v + F<N - 1, M * 2 + 1>::v; };\ntemplate <unsigned long M> struct F<0, M> { static constexpr unsigned long v = M; };\nint main() { return F<40, 0>::v; }\n'
  const submit = async () => `/builds/${(await platform.call('POST', '/sourcecode/builds', { body: { Code, Language: 'C++' } })).json.BuildID}`
  const waiting = await submit()
  while ((await platform.call('GET', waiting)).json.Status !== 'In Progress') await sleep(20)
  const trial = await platform.call('GET', '/health/compiler', { key: null })
  report.check('the compiler is at work behind a bomb, not broken', trial.text, trial.status === 200 && trial.json.status !== 'unhealthy')
  const ended = await platform.end(waiting)
  report.check(
    'a bomb ends at the limit of a build, Stopped',
    reasonOf(ended),
    ended.Status === 'Stopped' && / limit of .* reached|ran out of memory/.test(reasonOf(ended)), // whichever this machine comes to first
  )
  const { stdout } = await platform.run(`// after the bomb\n${FINE}`)
  report.check('and the next program is fine', stdout.slice(0, 20), stdout.startsWith(PRINTED))
  report.equal('and nothing is left behind', await leftBehind(scene), undefined)
}

/** A run that never ends is cancelled by its owner. */
async function cancelled(scene: Scene): Promise<void> {
  const { platform, report } = scene
  const build = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'int main(void){for(volatile int i=0;;)i++;}', Language: 'C' } })
  await platform.end(`/builds/${build.json.BuildID}`)
  const task = `/tasks/${(await platform.call('POST', `/builds/${build.json.BuildID}/tasks`)).json.TaskID}`
  while ((await platform.call('GET', task)).json.Status !== 'In Progress') await sleep(20)
  const began = Date.now()
  await platform.call('POST', `${task}/cancel`)
  const { Status } = await platform.end(task)
  report.equal('an endless loop that is cancelled ends as Cancelled', Status, 'Cancelled')
  report.atMost('seconds from cancel to the final status', (Date.now() - began) / 1000, 3)
  await platform.run(FINE) // what is idle includes a process that waits for the owner's next run
  report.equal('and leaves nothing behind', await leftBehind(scene), undefined)
}

/** What never reaches a worker. */
async function refused({ platform, report }: Scene): Promise<void> {
  const build = await platform.call('POST', '/sourcecode/builds', {
    body: { Code: '#include <stdio.h>\n#include <string.h>\nint main(int c, char **v) { printf("%zu\\n", strlen(v[1])); return 0; }', Language: 'C' },
  })
  await platform.end(`/builds/${build.json.BuildID}`)
  const submit = (size: number) => platform.call('POST', `/builds/${build.json.BuildID}/tasks`, { body: { Arguments: 'x'.repeat(size) } })
  const most = CONTRACT.request.argumentsBytes
  const answer = await submit(most + 1)
  report.check(`arguments of ${most + 1} bytes → 400`, answer.text, answer.status === 400 && answer.text.includes("'Arguments'"))
  const { json } = await submit(most)
  await platform.end(`/tasks/${json.TaskID}`)
  report.equal(`arguments of ${most} bytes arrive`, (await platform.call('GET', `/tasks/${json.TaskID}/output/Stdout`)).text, `${most}\n`)
  const long = await platform.call('POST', '/sourcecode/builds', { body: { Code: ' '.repeat(1_000_001), Language: 'C' } })
  report.check('a program of more than 1 MB → 400', long.text, long.status === 400 && long.text.includes("'Code'"))
}

/** Undefined when the platform is as it was before. */
async function leftBehind(scene: Scene): Promise<string | undefined> {
  const { platform, temporary, idle } = scene
  const now = await settled(platform, idle)
  if (now !== idle) return `processes: ${now}; idle: ${idle}`
  for (const began = Date.now(); ; await sleep(LOOK_MS)) {
    const files = await filesLeft(platform, temporary)
    if (files.length === 0) return undefined
    if (Date.now() - began > FILES_MS) return `files: ${files.join(', ')}`
  }
}
/** A look reads what the machine says of each process, which takes a core some 30 ms. */
const LOOK_MS = 300
/** Pipes for the next runs are made in a folder that is there for some milliseconds. */
const FILES_MS = 10_000
async function filesLeft(platform: Platform, temporary: string): Promise<string[]> {
  const unfinished = await readdir(join(platform.home, 'objects/unfinished'))
  // Names of the engine's cache that are no draft have no dot in front and no process id behind.
  const drafts = (await readdir(join(platform.home, 'cache'), { recursive: true })).filter((path) => /(^|\/)\.|\.\d+$/.test(path))
  const others = (await readdir(temporary)).filter((name) => name !== 'node-compile-cache') // npm's
  return [...unfinished, ...drafts, ...others]
}

/** What runs, as counts by command, once it is `wanted` or stays the same for two seconds; at most 30 s. */
async function settled(platform: Platform, wanted?: string): Promise<string> {
  let same = 0
  let last = ''
  for (const began = Date.now(); Date.now() - began < 30_000; await sleep(LOOK_MS)) {
    const now = census(platform)
    if (now === wanted) return now
    same = now === last ? same + 1 : 0
    if (wanted === undefined && same * LOOK_MS >= 2000) return now
    last = now
  }
  return last
}
/** Connections of the database come and go by themselves and are left out. */
function census(platform: Platform): string {
  const counts = new Map<string, number>()
  for (const { name } of platform.family()) if (name !== 'postgres') counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort()
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

/** A box that ends is dead until its parent hears of it; one that stays so was left behind. */
async function zombies({ platform, report }: Scene): Promise<void> {
  const before = await deadBoxes(platform)
  await sleep(2000)
  const after = await deadBoxes(platform)
  report.equal(
    'dead boxes that nobody took leave of',
    before.filter((pid) => after.includes(pid)),
    [],
  )
}
/** Of this platform: below one of its processes, or of its session where nobody is above any more. */
async function deadBoxes(platform: Platform): Promise<string[]> {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const family = new Set(platform.family().map(({ pid }) => String(pid)))
  return (await readdir('/proc')).flatMap((pid) => {
    try {
      const [, name, state, session] = /^\d+ \((.*)\) (\S) \d+ \d+ (\d+)/s.exec(readFileSync(`/proc/${Number(pid)}/stat`, 'latin1')) ?? []
      return state === 'Z' && name === 'bwrap' && (family.has(pid) || Number(session) === platform.pid) ? [pid] : []
    } catch {
      return []
    }
  })
}

async function coresOf(platform: Platform): Promise<Map<string, string>> {
  const { Cores } = (await platform.call('GET', '/cores?default=true')).json as { Cores: { Name: string; CoreID: string }[] }
  return new Map(Cores.map(({ Name, CoreID }) => [Name, CoreID]))
}
