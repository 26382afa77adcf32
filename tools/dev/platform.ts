// The platform of `npm run dev`: one process at a time on the same home and database, started anew when its code was saved.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'

const MAIN = 'apps/server/src/main.ts'
const END = join(import.meta.dirname, 'end-with-stdin.ts')
/** Runs are given back to the queue at once; what is left is closing connections. */
const PATIENCE_MS = 10_000
/** How the platform says that it listens; what it says of a new account follows at once. */
const ADDRESS = 'Credence is at '
const A_MOMENT_MS = 100
/** What `npm start` says and `npm run dev` says itself. */
const ONCE = /^(?:Press Ctrl-C|Stopping|Stopped| {2}data |$)/

export interface PlatformOptions {
  /** The script that runs; default: the platform. */
  readonly main?: string
  /** Options of `npm start`. */
  readonly argv: readonly string[]
  readonly home: string
  readonly databaseUrl: string
  /** Where the documentation is meanwhile: `/` of the platform leads there. */
  readonly siteAddress: string
  /** Where the console is: `/console/` of the platform leads there. */
  readonly consoleAddress: string
  readonly say: (line: string) => void
}
export interface DevPlatform {
  /** Ends the platform and starts it on the code as it is now; what is saved meanwhile leads to one more start. */
  restart(saved: readonly string[]): void
  stop(): Promise<void>
}

export async function openPlatform({
  main = MAIN,
  argv,
  home,
  databaseUrl,
  siteAddress,
  consoleAddress,
  say,
}: PlatformOptions): Promise<DevPlatform> {
  const leadingTo = async (name: string, address: string): Promise<string> => {
    const folder = join(home, 'cache', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'index.html'), `<!doctype html><title>Credence</title><meta http-equiv="refresh" content="0; url=${address}">\n`)
    return folder
  }
  const env = {
    DATABASE_URL: databaseUrl,
    CREDENCE_DOCS: await leadingTo('dev-site', siteAddress),
    CREDENCE_CONSOLE: await leadingTo('dev-console', consoleAddress),
    CREDENCE_GRACE_SECONDS: '0',
  }

  let child: Child
  /** The first start has said where it is, or has ended: that of a new home prints a key, once. */
  const begun = Promise.withResolvers<void>()
  let work: Promise<void> = Promise.resolve()
  let saved: readonly string[] | undefined
  let stopping = false

  function start(why?: readonly string[]): void {
    const since = Date.now()
    const mine = startChild(['--import', END, main, ...argv], env, (line) => {
      if (line.startsWith(ADDRESS)) setTimeout(begun.resolve, A_MOMENT_MS)
      if (why && line.startsWith(ADDRESS)) say(`restarted in ${((Date.now() - since) / 1000).toFixed(1)} s: ${named(why)} was saved`)
      else if (!ONCE.test(line)) say(line)
    })
    child = mine
    mine.ended.then((code) => {
      begun.resolve()
      if (!stopping && child === mine && !saved) say(`ended with ${code ?? 'a signal'}; the next save starts it again`)
    })
  }
  async function again(): Promise<void> {
    await begun.promise
    // `saved` stays until the old process is gone, so that its end is no news.
    await child.stop(PATIENCE_MS)
    const paths = saved
    saved = undefined
    if (!stopping && paths) start(paths)
  }
  start()
  return {
    restart(paths) {
      const waiting = saved !== undefined
      saved = [...(saved ?? []), ...paths]
      if (!waiting) work = work.then(again)
    },
    async stop() {
      stopping = true
      await child.stop(PATIENCE_MS)
      await work
    },
  }
}

const named = ([first = '', ...rest]: readonly string[]): string => (rest.length ? `${first} (and ${rest.length} more)` : first)
