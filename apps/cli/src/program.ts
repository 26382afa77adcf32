// The program `credence`, as bin/start.cjs starts it, from here or bundled into one file.
import { asksForHelp, type Context } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { Installation } from './service/place.ts'
import { processTerminal } from './terminal.ts'

/** @param installation  as the launcher tells; without it the command does without the service */
export async function main(installation?: Installation): Promise<void> {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort(new Error(name)))
  endWithLauncher(controller)
  const context = { terminal: processTerminal(), env: process.env, signal: controller.signal, ...(installation && { installation }) }
  process.exitCode = await execute(process.argv.slice(2), context)
}

/** `run`, which people wait for most often, without the other commands: the client and the schemas of the API take longer to load than it. */
async function execute(words: readonly string[], context: Context): Promise<number> {
  const others = () => import('./cli.ts')
  if (words[0] !== 'run') return (await others()).runCli(words, context)
  const { run } = await import('./commands/run.ts')
  const rest = words.slice(1)
  if (asksForHelp(run, rest)) return (await others()).runCli(words, context)
  try {
    return await run.execute(rest, context)
  } catch (error) {
    return (await others()).explain(error, words, context)
  }
}

/** A launcher that was killed could not pass the signal on, and nobody waits for the answer. */
function endWithLauncher(controller: AbortController): void {
  const launcher = Number(process.env['CREDENCE_LAUNCHER'])
  if (process.ppid !== launcher) return // started without one, or by a program that it started
  setInterval(() => {
    if (process.ppid === launcher) return
    controller.abort(new Error('the launcher is gone')) // ends the program that runs, too
    setTimeout(() => process.exit(EXIT.cancelled), 5000).unref()
  }, 1000).unref()
}
