// What `credence COMMAND --help` says, asked of the command line itself, once for all.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listing, type MdxNode } from '../mdx/nodes.ts'

const ALL = fileURLToPath(new URL('../../../cli/src/all-help.ts', import.meta.url))
let helps: Readonly<Record<string, string>> | undefined

/** @throws Error  there is no such command */
export function commandHelp(command: string): MdxNode {
  const words = command.split(' ').filter((word) => word !== '')
  helps ??= JSON.parse(execFileSync(process.execPath, [ALL], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })) as Readonly<
    Record<string, string>
  >
  const help = helps[words.join(' ')]
  if (help === undefined) throw new Error(`there is no command credence ${command}`)
  return listing(help, 'text')
}
