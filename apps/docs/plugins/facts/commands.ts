// What `credence COMMAND --help` says, asked of the command itself.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listing, type MdxNode } from '../mdx/nodes.ts'

const MAIN = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
const kept = new Map<string, string>()

/** @throws Error  there is no such command */
export function commandHelp(command: string): MdxNode {
  const words = command.split(' ').filter((word) => word !== '')
  const help =
    kept.get(command) ?? execFileSync(process.execPath, [MAIN, ...words, '--help'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  kept.set(command, help)
  return listing(help, 'text')
}
