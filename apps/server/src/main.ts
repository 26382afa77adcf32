// `npm start`: the platform on this machine, from data folder to address, and back down again on Ctrl-C.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { CONSOLE_PATH, LOCAL_ORIGIN } from '@credence/contract'
import { unusable, writableFolder } from '@credence/engine/home'
import { openApi } from './api.ts'
import { type Config, readConfig } from './config.ts'
import { connectDatabase, databaseFolder } from './database/connect.ts'
import { startEmbeddedDatabase } from './database/embedded.ts'
import { ATTEMPT_MS, throughOutage, whileThere } from './database/outage.ts'
import { ownDatabase } from './database/ownership.ts'
import { drainable } from './http/drain.ts'
import { openTelling } from './metrics/open.ts'
import { openPlatformFigures } from './metrics/platform.ts'
import { serveMetrics } from './metrics/server.ts'
import { openObjects } from './objects/open.ts'
import { agreeOnSealing } from './operator/agree-on-sealing.ts'
import { type BackupWish, backUp, backupWish, type Saved } from './operator/backup.ts'
import { type FirstAccount, makeFirstAccount } from './operator/first-account.ts'
import { INVITE, type Invited, invite } from './operator/invite.ts'
import { type MadeKey, makeNewKey, NEW_KEY } from './operator/new-key.ts'
import { PLAN, setPlan } from './operator/set-plan.ts'
import { wishOf } from './operator/wish.ts'
import { openQueueOf } from './queue/open.ts'
import { openSealing } from './sealing/open.ts'
import { settingsHelp } from './settings/help.ts'
import { openSiteBuild, type SiteNews } from './sites/site-build.ts'
import type { AccountPlan } from './subscriptions/queries.ts'
import type { WorkerNews } from './worker/main.ts'
import { loseDeadWorkers, superviseWorker } from './worker/supervise.ts'

const A_MOMENT_MS = 500
/** One Ctrl-C can arrive twice, from the terminal and from a launcher that passes it on; a person's second one comes later. */
const SAME_SIGNAL_MS = 500

const USAGE = `Starts the platform: API, workers, documentation and database, on ${LOCAL_ORIGIN}.

  npm start -- [--port N] [--home FOLDER]

  --new-key       makes an API key for the account, prints it and ends, whether the platform runs or not;
                  --new-key=USERNAME where there are several accounts
  --invite=E-MAIL makes an account for a colleague and prints what to send: the address of the console and a key for
                  the first days; --invite=E-MAIL:PLAN gives another plan than people get who sign up
  --backup=FILE   saves everything in a file that is not there yet: accounts, builds, tasks, outputs, files, secrets;
                  the platform may go on meanwhile
  --restore=FILE  brings that back into a platform without accounts, which does not run
  --plan          lists the accounts with their plans, those that wish for another first;
                  --plan=USERNAME:PLAN gives one

Settings are environment variables; those with an option can be given as one, which wins.

${settingsHelp()}

/docs/platform/operate/configuration/ of the documentation says more.`

const say = (line = ''): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (argv.includes('--help') || argv.includes('-h')) return say(USAGE)
  const key = wishOf(NEW_KEY, argv)
  if (key) return sayKey(await makeNewKey(readConfig(process.env, key.rest), key.given))
  const invitation = wishOf(INVITE, argv)
  if (invitation) {
    const config = readConfig(process.env, invitation.rest)
    return sayInvited(await invite(config, invitation.given), addressOf(config, { port: config.port }))
  }
  const plans = wishOf(PLAN, argv)
  if (plans) return sayPlans(await setPlan(readConfig(process.env, plans.rest), plans.given))
  const saving = backupWish(argv)
  if (saving) return sayBackup(await backUp(readConfig(process.env, saving.rest), saving), saving)
  const config = readConfig(process.env, argv)
  const serves = config.roles.includes('api')
  let endAtOnce = () => {}
  const stopAsked = firstSignal(() => endAtOnce())
  await using down = new AsyncDisposableStack()

  const home = { folder: config.home, name: 'the home folder', setting: 'CREDENCE_HOME' }
  await writableFolder(home)
  if (serves) await portMustBeFree(config)
  const { registry, log, ...telling } = openTelling(config, 'platform')
  down.defer(() => telling.close())
  const metrics = config.metrics && (await serveMetrics(registry, config.metrics))
  down.defer(() => metrics?.close())
  if (config.databaseUrl === undefined && serves) {
    const server = await startEmbeddedDatabase(databaseFolder(config)).catch(async (error: unknown) => {
      throw await unusable(home, error) // a disk may have room for the trial, and none for a database
    })
    endAtOnce = server.abandon
    const owner = await ownDatabase(server.url, log)
    down.defer(() => server.stop())
    down.defer(() => owner.release())
    if (server.adopted) say('PostgreSQL was still running and was taken over')
  }
  const database = await connectDatabase(config, log, config.databaseConnections)
  down.defer(() => database.close())
  if (serves) registry.source(openPlatformFigures(database))
  const queue = await throughOutage(() => whileThere(openQueueOf(config, database, log)), ATTEMPT_MS)
  down.defer(() => queue.close(0))
  const preparing = new Map<'worker' | 'site', string>()
  if (config.roles.includes('worker')) preparing.set('worker', 'worker')
  const site = serves && config.docsFolder === undefined ? openSiteBuild('site', config, log) : undefined
  if (site) preparing.set('site', 'documentation site')
  down.defer(() => site?.stop())
  const consoleBuild = serves && config.consoleFolder === undefined ? openSiteBuild('console', config, log) : undefined
  down.defer(() => consoleBuild?.stop())

  if (serves) {
    const { objects, key } = await openObjects(config, database)
    const sealing = await openSealing(config)
    await agreeOnSealing(database, sealing)
    const first = await makeFirstAccount(database, config.firstUser)
    const app = await openApi({
      config,
      log,
      database,
      queue,
      objects,
      key,
      metrics: registry,
      sealing,
      preparing: () => ({ parts: [...preparing.values()], siteFailed: site?.failed() ?? false }),
      docsFolder: () => site?.folder() ?? config.docsFolder,
      ...(consoleBuild && { console: consoleBuild }),
    })
    down.defer(() => {
      setTimeout(() => app.server.closeAllConnections(), config.worker.graceSeconds * 1000).unref() // a client that reads slowly does not keep us
      return app.close()
    })
    const drain = drainable(app.server)
    down.defer(() => drain(config.drainSeconds))
    await app.listen({ host: config.host, port: config.port })
    greet(config, addressOf(config, app.server.address()), first)
    consoleBuild?.start((news) => news.kind === 'failed' && say('The console could not be built; the log says why. The API is not affected.'))
  } else {
    await agreeOnSealing(database, await openSealing(config))
    say(`Credence worker, data in ${config.home}`)
  }
  if (config.roles.includes('worker')) {
    const graceMs = (config.worker.graceSeconds + 5) * 1000
    await loseDeadWorkers(database, queue, log)
    const report = reporter(preparing, () => site?.start(siteNews(preparing)))
    const worker = superviseWorker({
      database,
      queue,
      log,
      argv,
      codeFolder: join(config.home, 'cache/code'),
      graceMs,
      onNews: (news) => (news.kind === 'figures' ? metrics?.tell('worker', news.families) : report(news)),
    })
    down.defer(() => worker.stop())
  } else site?.start(siteNews(preparing))
  log.info({ event: 'platform.started', roles: config.roles }, 'the platform is up')
  say('Press Ctrl-C to stop.')

  await stopAsked
  say('\nStopping…')
  await down.disposeAsync()
  say('Stopped.')
}

function sayKey({ text, username, userId }: MadeKey): void {
  say(`API key   ${text}`)
  say(`          of ${username} (${userId}), without end. Shown once: keep it.`)
}

function sayInvited({ username, plan, text, days }: Invited, address: string): void {
  say(`Made ${username} an account with the plan ${plan}. Send this, by a way that others cannot read:`)
  say()
  say(`  ${address}${CONSOLE_PATH}sign-in`)
  say(`  Choose "Use an API key", and give this one, which works for ${days} days:`)
  say(`  ${text}`)
  say('  Then set a password under Settings, Profile.')
}

function sayPlans(accounts: readonly AccountPlan[]): void {
  for (const { username, userId, plan, wish } of accounts) say(`${username}  ${userId}  ${plan}${wish === null ? '' : `, wishes for ${wish}`}`)
}

function sayBackup({ rows, objects, bytes, requeued }: Saved, { what, path }: BackupWish): void {
  say(
    `${what === 'backup' ? 'Saved' : 'Restored'} ${rows} rows and ${objects} objects of ${bytes} bytes ${what === 'backup' ? 'in' : 'from'} ${path}`,
  )
  if (what === 'backup') say('Keep it as secret as the data folder: it holds programs, outputs and, where the data folder has one, the sealing key.')
  else if (requeued > 0) say(`${requeued} builds and tasks were under way and wait in the queue again.`)
}

/** A taken port is said before anything is started or written. */
function portMustBeFree({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const trial = createServer()
    trial.once('error', (cause: NodeJS.ErrnoException) => {
      const said =
        cause.code === 'EADDRINUSE'
          ? `port ${port} is taken. Stop what uses it, or choose another: npm start -- --port ${port + 1}`
          : `cannot listen on ${host}:${port} (${cause.code})`
      reject(new Error(said))
    })
    trial.listen({ host, port }, () => trial.close(() => resolve()))
  })
}

function addressOf({ origin, host }: Config, bound: unknown): string {
  const { port } = bound as { port: number }
  return origin ?? `http://${['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host}:${port}`
}

function greet({ home, databaseUrl }: Config, address: string, first: FirstAccount | undefined): void {
  say(`Credence is at ${address}`)
  say(`  console   ${address}${CONSOLE_PATH}`)
  say(`  data      ${home}${databaseUrl === undefined ? '' : ' and the PostgreSQL of DATABASE_URL'}`)
  if (!first) return
  say(`  account   ${first.username} (${first.userId})`)
  say(`  API key   ${first.keyText}`)
  say('            shown once: keep it. Make more with POST /keys.')
}

type Preparing = Map<'worker' | 'site', string>

/** Prints parts that take longer than a moment: on later starts all of them are there. */
function reporter(preparing: Preparing, onReady: () => void): (news: Exclude<WorkerNews, { kind: 'figures' }>) => void {
  let soon: NodeJS.Timeout | undefined
  return (news) => {
    clearTimeout(soon)
    if (news.kind === 'ready') {
      preparing.delete('worker')
      say(`Ready to build and run. Isolation of programs: ${news.isolation}`)
      onReady()
    } else {
      preparing.set('worker', news.part)
      soon = setTimeout(() => say(`  preparing ${news.part}`), A_MOMENT_MS)
    }
  }
}

/** One line when the site is built, none when it was there. */
function siteNews(preparing: Preparing): (news: SiteNews) => void {
  let said = false
  return (news) => {
    if (news.kind === 'preparing') {
      if (!said) say('  preparing the documentation site')
      said = true
      preparing.set('site', news.part)
      return
    }
    preparing.delete('site')
    if (news.kind === 'failed') say('The documentation site could not be built; the log says why. The API is not affected.')
    else if (said) say('The documentation site is ready.')
  }
}

/** Resolves at the first signal to stop; a second SIGINT ends at once: worker and site builder end when they find us gone. */
function firstSignal(endAtOnce: () => void): Promise<void> {
  return new Promise((resolve) => {
    let askedAt = Number.POSITIVE_INFINITY
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (signal === 'SIGINT' && Date.now() - askedAt > SAME_SIGNAL_MS) {
          endAtOnce()
          process.exit(130)
        }
        askedAt = Math.min(askedAt, Date.now())
        resolve()
      })
  })
}

// Who read what we say may go away first (`npm start | head`); the platform, and the database it started, must not end by that.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`credence: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
