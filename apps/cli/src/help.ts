// Help, made from the rows of the commands: what it does, how it is called, and examples to copy.
import type { Command, OptionRow } from './command.ts'
import { EXIT_HELP } from './exit-codes.ts'

/** The help of the whole program: its commands by group. */
export function overview(commands: readonly Command[]): string {
  return [
    'credence: run programs whose numbers carry probability distributions',
    '',
    'Usage',
    '  credence COMMAND [WORDS] [--options]',
    '',
    'On this machine',
    ...columns(commands.filter(isLocal).map((each) => [each.name, each.summary])),
    '',
    'On a platform',
    ...columns(commands.filter((each) => !isLocal(each)).map((each) => [each.name, each.summary])),
    '',
    'First steps',
    '  credence run program.c                 build and run a program here, without a server',
    '  credence login                         tell which platform to use, and with which key',
    '  credence builds create program.c       build it there',
    '',
    'credence COMMAND --help explains a command, with examples; credence --version says what is installed. Exit codes:',
    ...columns(EXIT_HELP),
    '',
  ].join('\n')
}

const isLocal = ({ name }: Command): boolean => name === 'run' || name === 'completion' || name.startsWith('service ')

/** The help of a group, as `builds`. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  const rows = commands.map((each): [string, string] => [each.name, each.summary])
  return [
    `Usage\n  credence ${group} COMMAND\n\nCommands`,
    ...columns(rows),
    '',
    `credence ${group} COMMAND --help explains one, with examples.`,
    '',
  ].join('\n')
}

export function commandHelp(row: Command): string {
  const words = row.positionals.map((each) => (each.isOptional ? `[${each.name}]` : each.name))
  const usage = ['credence', row.name, ...words, ...(Object.keys(row.options).length > 0 ? ['[--options]'] : []), ...(row.rest ? ['[-- WORDS]'] : [])]
  const wordRows = [...row.positionals.map((each): [string, string] => [each.name, each.about]), ...(row.rest ? [['WORDS', row.rest] as const] : [])]
  const optionRows = Object.entries(row.options).map(([name, option]): [string, string] => [optionText(name, option), option.about])
  return [
    ...row.description.split('\n\n').flatMap((paragraph, at) => [...(at === 0 ? [] : ['']), ...wrap(paragraph.replaceAll('\n', ' '), WIDTH)]),
    '',
    'Usage',
    `  ${usage.join(' ')}`,
    ...section('Words', wordRows),
    ...section('Options', optionRows),
    '',
    row.examples.length === 1 ? 'Example' : 'Examples',
    ...row.examples.flatMap(({ line, about }) => [`  # ${about}`, `  ${line}`]),
    '',
  ].join('\n')
}

const optionText = (name: string, { short, value }: OptionRow): string => `--${name}${short ? `, -${short}` : ''}${value ? ` ${value}` : ''}`
const section = (title: string, rows: readonly (readonly [string, string])[]): string[] => (rows.length === 0 ? [] : ['', title, ...columns(rows)])

const WIDTH = 80
/** Two columns; the second one is wrapped. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.flatMap(([left, right]) =>
    wrap(right, WIDTH - 2 - width).map((line, at) => `  ${(at === 0 ? left : '').padEnd(width)}${line}`.trimEnd()),
  )
}
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
