// `npm run dev`: the platform, the documentation and the console in development mode. Saved server code restarts the platform on the same data, with the
// database left running; saved pages and screens appear in the browser; a saved example runs again. Ctrl-C stops all of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { CONSOLE_PATH } from '@credence/contract'
import { readConfig } from '../apps/server/src/config.ts'
import { databaseFolder } from '../apps/server/src/database/connect.ts'
import { startEmbeddedDatabase } from '../apps/server/src/database/embedded.ts'
import { ownDatabase } from '../apps/server/src/database/ownership.ts'
import { openLog } from '../apps/server/src/log/log.ts'
import { openConsole } from './dev/console.ts'
import { openPlatform } from './dev/platform.ts'
import { openSite } from './dev/site.ts'
import { watchSaved } from './dev/watch.ts'
import { ROOT } from './repository-files.ts'

const SITE_PORT = 3000
const CONSOLE_PORT = 3001
const USAGE = `Starts the platform and the documentation for people who change them.

  npm run dev -- [--port N] [--site-port N] [--console-port N] [--home FOLDER] [--no-site]

  --port N          of the platform (PORT, 8080)
  --site-port N     of the documentation (${SITE_PORT})
  --console-port N  of the console (${CONSOLE_PORT})
  --home FOLDER     data, as of npm start (CREDENCE_HOME, ./.credence)
  --no-site         the platform and the console alone`

/** One Ctrl-C can arrive twice, from the terminal and from the launcher; a person's second one comes later. */
const SAME_SIGNAL_MS = 500

const say = (who: string) => (line: string) => void process.stdout.write(`${who.padEnd(8)} ${line}\n`)

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (argv.includes('--help') || argv.includes('-h')) return void console.log(USAGE)
  const { sitePort, consolePort, withSite, rest } = ownOptions(argv)
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
  const consoleAddress = `http://localhost:${consolePort}${CONSOLE_PATH}`
  const platform = await openPlatform({ argv: rest, home: config.home, databaseUrl, siteAddress, consoleAddress, say: say('platform') })
  down.defer(() => platform.stop())
  const watcher = watchSaved(['apps/server', 'packages'], (paths) => platform.restart(paths))
  down.defer(() => watcher.close())

  say('dev')(`platform       http://localhost:${config.port}  (npm run dev restarts it when code of apps/server or packages is saved)`)
  if (withSite) {
    const site = openSite({ home: config.home, port: sitePort, address: siteAddress, say: say('site') })
    down.defer(() => site.stop())
    say('dev')(`documentation  ${siteAddress}  (pages follow what is saved in apps/docs; a saved program of examples/ runs again)`)
  }
  const screens = openConsole({ home: config.home, port: consolePort, platform: `http://localhost:${config.port}`, say: say('console') })
  down.defer(() => screens.stop())
  say('dev')(`console        ${consoleAddress}  (screens follow what is saved in apps/console)`)
  say('dev')(`data and logs  ${config.home}; Ctrl-C stops everything`)
  await asked
  say('dev')('stopping …')
  await down.disposeAsync()
  say('dev')('stopped')
}

interface OwnOptions {
  readonly sitePort: number
  readonly consolePort: number
  readonly withSite: boolean
  readonly rest: string[]
}
function ownOptions(argv: readonly string[]): OwnOptions {
  const rest = argv.filter((word) => word !== '--no-site')
  const withSite = rest.length === argv.length
  const port = (name: string, fallback: number): number => {
    const at = rest.findIndex((word) => word === name || word.startsWith(`${name}=`))
    const [flag = ''] = at < 0 ? [] : rest.splice(at, 1)
    const given = at < 0 ? String(fallback) : flag.includes('=') ? flag.slice(flag.indexOf('=') + 1) : (rest.splice(at, 1)[0] ?? '')
    if (!/^\d{1,5}$/.test(given)) throw new Error(`${name} is '${given}'; it is a number`)
    return Number(given)
  }
  return { sitePort: port('--site-port', SITE_PORT), consolePort: port('--console-port', CONSOLE_PORT), withSite, rest }
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
