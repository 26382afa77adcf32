// The two sites, documentation and console, are built on first start, each in a process of its own at low priority, so that the platform answers meanwhile.
import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { QUESTIONS_PATH } from '@credence/contract'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'

export type SiteNews = { readonly kind: 'preparing'; readonly part: string } | { readonly kind: 'ready' } | { readonly kind: 'failed' }
export interface SiteBuild {
  /** Builds the site unless it is there, once; later calls do nothing. */
  start(onNews: (news: SiteNews) => void): void
  /** It ended without a site. */
  failed(): boolean
  /** Where the site is, once it is. */
  folder(): string | undefined
  stop(): Promise<void>
}

const TOOLS = join(import.meta.dirname, '../../../../tools')
const SITES = {
  site: { builder: 'build-site.ts', name: 'the documentation site' },
  console: { builder: 'build-console.ts', name: 'the console' },
} as const
export type SiteKind = keyof typeof SITES
const KEPT_OUTPUT = 4000 // characters of what a failed build said

/** @param config  its home, into whose cache the site goes, and whether a model answers questions */
export function openSiteBuild(kind: SiteKind, { home, questions }: Pick<Config, 'home' | 'questions'>, log: Log): SiteBuild {
  const { builder: file, name } = SITES[kind]
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let folder: string | undefined
  let failed = false
  let stopping = false

  function start(onNews: (news: SiteNews) => void): void {
    if (child || stopping) return
    // Of its own group, so that stopping it stops what it started; when this process is killed, its standard input closes, and it ends itself.
    const builder = spawn(process.execPath, [join(TOOLS, file), '--end-with-stdin'], {
      env: environment(home, questions !== undefined),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    child = builder
    if (builder.pid) setPriority(builder.pid, constants.priority.PRIORITY_LOW)
    let said = ''
    builder.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-KEPT_OUTPUT)
    })
    createInterface(builder.stdout).on('line', (line) => {
      const [, told, rest = ''] = /^(\w+): (.*)$/.exec(line) ?? []
      if (told === 'preparing') onNews({ kind: told, part: rest })
      if (told === kind) folder = rest
    })
    ended = new Promise((resolve) => {
      builder.once('error', (cause) => {
        failed = true
        log.error({ event: 'site.failed', cause }, `${name} could not be built`)
        resolve()
      })
      builder.once('close', (code) => {
        failed = folder === undefined
        if (failed && !stopping) log.error({ event: 'site.failed', code, said }, `${name} could not be built`)
        if (!stopping) onNews({ kind: failed ? 'failed' : 'ready' })
        resolve()
      })
    })
  }
  return {
    start,
    failed: () => failed,
    folder: () => folder,
    async stop() {
      stopping = true
      if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}

/** What the build needs of ours; nothing of the database or of credentials. With a model, the site asks this platform unless told otherwise. */
function environment(home: string, answers: boolean): NodeJS.ProcessEnv {
  const wanted = /^(PATH|HOME|TMPDIR|LANG|LC_.*|CREDENCE_(ISSUE_TRACKER|SEARCH_.*|ASK_ENDPOINT|CONSOLE_URL|EDIT_URL|FEEDBACK_URL))$/
  return {
    ...(answers && { CREDENCE_ASK_ENDPOINT: QUESTIONS_PATH }),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => wanted.test(name))),
    CREDENCE_HOME: home,
  }
}
