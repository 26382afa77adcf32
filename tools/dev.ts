// `npm run dev`: the platform and the documentation in development mode. Saved server code restarts the platform on the same data, with the
// database left running; saved pages appear in the browser; a saved example runs again. Ctrl-C stops all of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../apps/server/src/config.ts'
import { databaseFolder } from '../apps/server/src/database/connect.ts'
import { startEmbeddedDatabase } from '../apps/server/src/database/embedded.ts'
import { ownDatabase } from '../apps/server/src/database/ownership.ts'
import { openLog } from '../apps/server/src/log/log.ts'
import { openPlatform } from './dev/platform.ts'
import { openSite } from './dev/site.ts'
import { watchSaved } from './dev/watch.ts'
import { ROOT } from './repository-files.ts'

const SITE_PORT = 3000
const USAGE = `Starts the platform and the documentation for people who change them.

  npm run dev -- [--port N] [--site-port N] [--home FOLDER] [--no-site]

  --port N        of the platform (PORT, 8080)
  --site-port N   of the documentation (${SITE_PORT})
  --home FOLDER   data, as of npm start (CREDENCE_HOME, ./.credence)
  --no-site       the platform alone`

/** One Ctrl-C can arrive twice, from the terminal and from the launcher; a person's second one comes later. */
const SAME_SIGNAL_MS = 500

const say = (who: string) => (line: string) => void process.stdout.write(`${who.padEnd(8)} ${line}\n`)

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (argv.includes('--help') || argv.includes('-h')) return void console.log(USAGE)
  const { sitePort, withSite, rest } = ownOptions(argv)
  const config = readConfig(process.env, rest)
  const asked = firstSignal()
  await using down = new AsyncDisposableStack()

  let databaseUrl = config.databaseUrl
  if (databaseUrl === undefined) {
    const server = await startEmbeddedDatabase(databaseFolder(config))
    down.defer(() => server.stop())
    const owner = await ownDatabase(server.url, openLog(config, 'development'))
    down.defer(() => owner.release())
    databaseUrl = server.url
  }
  const siteAddress = `http://localhost:${sitePort}/`
  const platform = await openPlatform({ argv: rest, home: config.home, databaseUrl, siteAddress, say: say('platform') })
  down.defer(() => platform.stop())
  const watcher = watchSaved(['apps/server', 'packages'], (paths) => platform.restart(paths))
  down.defer(() => watcher.close())

  say('dev')(`platform       http://localhost:${config.port}  (npm run dev restarts it when code of apps/server or packages is saved)`)
  if (withSite) {
    const site = openSite({ home: config.home, port: sitePort, address: siteAddress, say: say('site') })
    down.defer(() => site.stop())
    say('dev')(`documentation  ${siteAddress}  (pages follow what is saved in apps/docs; a saved program of examples/ runs again)`)
  }
  say('dev')(`data and logs  ${config.home}; Ctrl-C stops everything`)
  await asked
  say('dev')('stopping …')
  await down.disposeAsync()
  say('dev')('stopped')
}

function ownOptions(argv: readonly string[]): { sitePort: number; withSite: boolean; rest: string[] } {
  const rest = argv.filter((word) => word !== '--no-site')
  const at = rest.findIndex((word) => /^--site-port(=|$)/.test(word))
  const [flag = ''] = at < 0 ? [] : rest.splice(at, 1)
  const given = at < 0 ? String(SITE_PORT) : flag.includes('=') ? flag.slice(flag.indexOf('=') + 1) : (rest.splice(at, 1)[0] ?? '')
  if (!/^\d{1,5}$/.test(given)) throw new Error(`--site-port is '${given}'; it is a number`)
  return { sitePort: Number(given), withSite: rest.length === argv.length || !argv.includes('--no-site'), rest }
}

/** Resolves at the first signal to stop; a second Ctrl-C leaves at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt = Number.POSITIVE_INFINITY
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (Date.now() - askedAt > SAME_SIGNAL_MS) process.exit(130)
        askedAt = Math.min(askedAt, Date.now())
        resolve()
      })
  })
}

process.chdir(ROOT)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}) // `npm run dev | head` ends nothing
try {
  await main()
  await sleep(0)
  process.exit(0)
} catch (error) {
  process.stderr.write(`npm run dev: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
