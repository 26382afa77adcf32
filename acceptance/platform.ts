// Starts the platform as its users do, in a home of its own on a free port, and speaks to it over HTTP only.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../tools/free-port.ts'
import { whenInterrupted } from './interrupted.ts'
import { lendParts, lendSite } from './shared-cache.ts'

/** Inside the checkout, as the default home is: what lies there may differ from elsewhere, a package.json above it for one. */
const HOMES = resolve(import.meta.dirname, '../.credence')

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Record<string, unknown>
}

/**
 * Of platforms that suites ask: who signs up may ask as much as a suite does; the world outside is not asked. A receiver of webhooks stands on this machine; what
 * is at its address, and not at that name, stays out of reach.
 */
export const SETTINGS = { CREDENCE_SIGN_UP_PLAN: 'EnterpriseTier', CREDENCE_GITHUB_URL: 'none', CREDENCE_ALLOWED_HOSTS: 'localhost:*' } as const

export class Platform {
  readonly home: string
  readonly port: number
  readonly #settings: Readonly<Record<string, string>>
  key = ''
  output = ''
  secondsToAnswer = Number.NaN
  /** Of a call, milliseconds. */
  patience = 120_000
  #process: ChildProcess | undefined
  #forget: () => void = () => {}
  #removed = false

  private constructor(home: string, port: number, settings: Readonly<Record<string, string>>) {
    this.home = home
    this.port = port
    this.#settings = settings
  }

  /**
   * @param settings  environment variables beside those of this process
   * @param parts.withKeptSite  the site is there as after an earlier start, if an earlier platform left it
   */
  static async start(settings: Readonly<Record<string, string>> = {}, { withKeptSite = false } = {}): Promise<Platform> {
    await mkdir(HOMES, { recursive: true })
    const platform = new Platform(await mkdtemp(join(HOMES, 'acceptance-')), await freePort(), settings)
    platform.#forget = whenInterrupted(() => platform.remove())
    await lendParts(platform.home)
    if (withKeptSite) await lendSite(platform.home)
    await platform.up()
    return platform
  }

  /** One that others started. */
  static at({ home, port, key }: { home: string; port: number; key: string }): Platform {
    const platform = new Platform(home, port, {})
    platform.key = key
    return platform
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Starts the process and waits until it answers; the first start prints the API key once. */
  async up(): Promise<void> {
    if (this.#removed) throw new Error('the platform was removed')
    const started = Date.now()
    this.output = ''
    const child = spawn('npm', ['start', '--silent', '--', '--port', String(this.port)], {
      env: { ...process.env, ...this.#settings, CREDENCE_HOME: this.home },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#process = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.output += chunk))
    while (true) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${this.output}`)
      if (Date.now() - started > 180_000) throw new Error(`no answer within 180 s:\n${this.output}`)
      const answered = await fetch(`${this.origin}/health/database`).then(
        (reply) => reply.status > 0,
        () => false,
      )
      const key = this.output.match(/scce_[a-f0-9_]+/)?.[0]
      if (answered && (key || this.key)) {
        this.key ||= key ?? ''
        break
      }
      await sleep(50)
    }
    this.secondsToAnswer = (Date.now() - started) / 1000
  }

  /** Every process of the platform, found by its home in their environment: parent, workers, database. */
  signalAll(signal: NodeJS.Signals): void {
    for (const pid of this.processes()) {
      try {
        process.kill(pid, signal)
      } catch {
        // It ended between the look and the signal.
      }
    }
  }

  processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const text = readFileSync(`/proc/${pid}/environ`, 'latin1') + readFileSync(`/proc/${pid}/cmdline`, 'latin1')
          return text.includes(this.home) && Number(pid) !== process.pid
        } catch {
          return false
        }
      })
      .map(Number)
  }

  /** Those of `processes` and their descendants, which may be boxed and show neither home nor environment. */
  family(): { readonly pid: number; readonly name: string }[] {
    const all = new Map<number, { name: string; parent: number }>()
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        all.set(Number(pid), { name, parent: Number(parent) })
      } catch {
        // It ended meanwhile.
      }
    }
    const ours = new Set(this.processes())
    const isOurs = (pid: number): boolean => ours.has(pid) || (all.has(pid) && isOurs(all.get(pid)!.parent))
    return [...all].filter(([pid]) => isOurs(pid)).map(([pid, { name }]) => ({ pid, name }))
  }

  /** What an operator does on the machine beside the platform. */
  async operate(word: string): Promise<void> {
    await promisify(execFile)('npm', ['start', '--silent', '--', word], { env: { ...process.env, ...this.#settings, CREDENCE_HOME: this.home } })
  }

  /** Stops as Ctrl-C does. Returns the milliseconds it took. */
  async down(): Promise<number> {
    const started = Date.now()
    const child = this.#process
    if (child?.pid && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGINT')
      while (child.exitCode === null && child.signalCode === null && Date.now() - started < 30_000) await sleep(20)
    }
    return Date.now() - started
  }

  async remove(): Promise<void> {
    this.#removed = true
    this.#forget()
    await this.down()
    this.signalAll('SIGKILL')
    await rm(this.home, { recursive: true, force: true, maxRetries: 10 }) // what was killed may write a last time
  }

  async call(
    method: string,
    path: string,
    options: { body?: unknown; key?: string | null; headers?: Record<string, string>; raw?: string } = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = { ...options.headers }
    if (options.key !== null) headers.authorization ??= options.key ?? this.key
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    if (body !== undefined) headers['content-type'] ??= 'application/json'
    const reply = await fetch(this.origin + path, { method, headers, body, redirect: 'manual', signal: AbortSignal.timeout(this.patience) })
    const text = await reply.text()
    let json: Record<string, unknown> = {}
    try {
      json = JSON.parse(text)
    } catch {
      // Not every answer is JSON; who needs it looks at `text`.
    }
    return { status: reply.status, headers: reply.headers, text, json }
  }

  /** Waits for a terminal status of a build or task. */
  async end(path: string, limitMs = 600_000): Promise<Record<string, unknown>> {
    // Each look takes some milliseconds of a core from what is looked at: the longer it takes, the rarer they become.
    let pause = 20
    for (const started = Date.now(); ; await sleep(pause), pause = Math.min(1.2 * pause, 200)) {
      const { json } = await this.call('GET', path)
      if (['Completed', 'Stopped', 'Cancelled'].includes(String(json.Status))) return json
      if (Date.now() - started > limitMs) throw new Error(`${path} is still ${json.Status} after ${limitMs} ms`)
    }
  }

  /** Submits a source, builds and runs it; returns what it printed, and the objects. */
  async run(code: string, options: { core?: string; language?: string; arguments?: string } = {}) {
    const started = performance.now()
    const build = await this.call('POST', '/sourcecode/builds', { body: { Code: code, Language: options.language ?? 'C', CoreID: options.core } })
    if (build.status !== 202) throw new Error(`build refused: ${build.status} ${build.text}`)
    const built = await this.end(`/builds/${build.json.BuildID}`)
    if (built.Status !== 'Completed') {
      const { json } = await this.call('GET', `/builds/${build.json.BuildID}/outputs`)
      throw new Error(`build ${built.Status}: ${await (await fetch(String(json.Build))).text()}`)
    }
    const submitted = performance.now()
    const task = await this.call('POST', `/builds/${build.json.BuildID}/tasks`, { body: { Arguments: options.arguments } })
    const ended = await this.end(`/tasks/${task.json.TaskID}`)
    const finished = performance.now()
    const output = await this.call('GET', `/tasks/${task.json.TaskID}/output/Stdout`)
    return { build: built, task: ended, stdout: output.text, milliseconds: finished - started, taskMilliseconds: finished - submitted }
  }
}

/** The command line of a process; empty once it ended. */
export function command(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
