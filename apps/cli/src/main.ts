// The program `credence`.
import { runCli } from './cli.ts'
import { processTerminal } from './terminal.ts'

const controller = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort(new Error(name)))
const context = { terminal: processTerminal(), env: process.env, signal: controller.signal }
process.exitCode = await runCli(process.argv.slice(2), context)
