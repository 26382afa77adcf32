// `credence service`: what stays warm between runs on this machine, and how to end it.
import { type Context, command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { cacheFolder } from '../local/cache-folder.ts'
import { ServiceConnection } from '../service/client.ts'
import { IDLE_SECONDS } from '../service/engine.ts'
import { commonOf, openPlace, PlaceRefused, placeOf, userId } from '../service/place.ts'
import { json } from '../table.ts'

const ABOUT = `After \`credence run\` a service stays, so that the next run waits neither for the compiler to load nor for a process to start. It
serves one user and one checkout, over a socket in a folder that only this user may enter. Programs and compilers run in the same boxes with it as
without it, a fresh process for each run; when it is killed at any moment, what it was doing is done without it.

It ends ${IDLE_SECONDS / 60} minutes after the last run (CREDENCE_SERVICE_SECONDS sets another time), when credence itself has changed, or when it is stopped.
Until then it holds 550 to 800 MB of memory, most of it the compiler's. \`credence run --no-service\`, or CREDENCE_NO_SERVICE=1, does without it, as do runs at
another priority (nice) than the usual one. Limits of the shell, as of ulimit, do not reach programs that it runs.`

const status = command({
  name: 'service status',
  summary: 'what stays warm for the next run on this machine',
  description: ABOUT,
  positionals: [],
  options: { json: { type: 'boolean', about: 'print process, builds, runs, memory and idle time as JSON' } },
  examples: [{ line: 'credence service status', about: 'whether there is one, and how much memory it has' }],
  async run({ values }, context) {
    const service = await connect(context)
    if (typeof service === 'string') {
      context.terminal.out(values.json ? json({ running: false }) : `${service}\n`)
      return EXIT.ok
    }
    try {
      const { pid, builds, runs, memoryBytes, idleSeconds } = await service.status()
      const line = `process ${pid}, ${Math.round(memoryBytes / 1e6)} MB, ${builds} builds, ${runs} runs; ends ${idleSeconds} s after the last run`
      context.terminal.out(values.json ? json({ running: true, pid, builds, runs, memoryBytes, idleSeconds }) : `${line}\n`)
      return EXIT.ok
    } finally {
      service.close()
    }
  },
})

const stop = command({
  name: 'service stop',
  summary: 'end it now',
  description: `Ends the service and waits until none of its processes is left. Runs that it does for others go on without it.`,
  positionals: [],
  options: {},
  examples: [{ line: 'credence service stop', about: 'give its memory back' }],
  async run(_, context) {
    const service = await connect(context)
    if (typeof service === 'string') context.terminal.error(`credence: ${service}\n`)
    else await service.stop()
    return EXIT.ok
  },
})

export const serviceCommands = [status, stop] as const

/** The service of this checkout, or why there is none. */
async function connect({ installation, env }: Context): Promise<ServiceConnection | string> {
  if (!installation || userId() === undefined) return 'there is no service here'
  try {
    const place = placeOf(installation, await cacheFolder(env), env)
    const hello = { token: openPlace(place), code: commonOf(installation, env) }
    return (await ServiceConnection.open(place, hello)) ?? 'no service is running'
  } catch (error) {
    if (error instanceof PlaceRefused) return `there is no service: ${error.message}`
    throw error
  }
}
