// What `credence COMMAND --help` says, asked of the command line itself, once for all.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { code, element, listing, type MdxNode, table, text } from '../mdx/nodes.ts'

const ALL = fileURLToPath(new URL('../../../cli/src/all-help.ts', import.meta.url))
let helps: Readonly<Record<string, string>> | undefined

/** @throws Error  there is no such command */
export function commandHelp(command: string): MdxNode {
  const words = command.split(' ').filter((word) => word !== '')
  const help = allHelp()[words.join(' ')]
  if (help === undefined) throw new Error(`there is no command credence ${command}`)
  return listing(help, 'text')
}

/**
 * A row for each group: its commands, each a link to its section on another page. Rows and links have the anchors that those sections have there, so
 * that an address that names the wrong one of the two pages still leads to the command.
 * @param groups  first words of commands, with blanks between them
 * @throws Error  a group has no command
 */
export function commandPointers(groups: string, page: string): MdxNode {
  const names = groups.split(' ')
  const rows = names.map((group) => {
    const commands = Object.keys(allHelp()).filter((name) => name.startsWith(`${group} `))
    if (!commands.length) throw new Error(`there is no command credence ${group} …`)
    const links = commands.flatMap((name, at) => [...(at ? [text(', ')] : []), pointer(name, page)])
    return [code(`credence ${group}`), element('span', {}, links)]
  })
  return table(['Group', 'Commands'], rows, [], names)
}

function pointer(name: string, page: string): MdxNode {
  const id = `credence-${name.replaceAll(' ', '-')}`
  return { type: 'link', url: `${page}#${id}`, data: { hProperties: { id } }, children: [text(name.slice(name.indexOf(' ') + 1))] }
}

function allHelp(): Readonly<Record<string, string>> {
  helps ??= JSON.parse(execFileSync(process.execPath, [ALL], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })) as Readonly<
    Record<string, string>
  >
  return helps
}
