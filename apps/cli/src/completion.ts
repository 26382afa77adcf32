// Scripts that complete the command line in a shell, made from the rows of the commands: first words, second words, options, and the words of
// options that take one of a few. Everything else is a file name.
import type { Command, OptionRow } from './command.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return SCRIPTS[shell](treeOf(commands), commands)
}

/** A first word: a command itself, or a group with second words. */
interface First {
  readonly word: string
  readonly about: string
  readonly seconds: readonly { readonly word: string; readonly about: string }[]
}
function treeOf(commands: readonly Command[]): First[] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0]!)
  return [...groups].map(([word, group]) => {
    const seconds = group.flatMap(({ name, summary }) => (name === word ? [] : [{ word: name.slice(word.length + 1), about: summary }]))
    return { word, about: seconds.length === 0 ? group[0]!.summary : seconds.map((second) => second.word).join(', '), seconds }
  })
}

/** `C|C++` names the words; anything else what is expected, of which some may be known. */
const wordsOf = ({ value = '', words = [] }: OptionRow): readonly string[] => (value.includes('|') ? value.split('|') : words)
const optionsOf = ({ options }: Command): [string, OptionRow][] => [
  ...Object.entries(options),
  ['help', { type: 'boolean', about: 'what the command does, with examples' }],
]
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function bash(tree: readonly First[], commands: readonly Command[]): string {
  const groups = tree.filter(({ seconds }) => seconds.length > 0)
  return `# Completion of credence for bash, made by: credence completion bash
_credence() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words=${quoted(tree.map(({ word }) => word).join(' '))}
  elif ((COMP_CWORD == 2)); then
    case \${COMP_WORDS[1]} in
${groups.map(({ word, seconds }) => `    ${word}) words=${quoted(seconds.map((second) => second.word).join(' '))} ;;`).join('\n')}
    esac
  fi
  if [[ -z $words ]]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]} " in
${commands.map((row) => `    ${caseOf(row)} ${bashOptions(row)} ;;`).join('\n')}
    esac
  fi
  [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _credence credence
`
}
const caseOf = ({ name }: Command): string => `${quoted(`${name} `)}*)`
/** Words of an option behind it; options where a word begins with a dash. */
function bashOptions(row: Command): string {
  const options = optionsOf(row)
  const chosen = options.flatMap(([name, option]) =>
    wordsOf(option).length === 0 ? [] : [`[[ $before == --${name} ]] && words=${quoted(wordsOf(option).join(' '))}`],
  )
  return [...chosen, `[[ $word == -* ]] && words=${quoted(options.map(([name]) => `--${name}`).join(' '))}`].join('; ')
}

function zsh(tree: readonly First[], commands: readonly Command[]): string {
  const rows = (list: readonly { word: string; about: string }[]) =>
    list.map(({ word, about }) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')
  return `#compdef credence
# Completion of credence for zsh, made by: credence completion zsh
_credence() {
  local -a rows
  if ((CURRENT == 2)); then
    rows=(${rows(tree)})
    _describe command rows
    return
  fi
  if ((CURRENT == 3)); then
    case $words[2] in
${tree
  .filter(({ seconds }) => seconds.length > 0)
  .map(({ word, seconds }) => `    ${word}) rows=(${rows(seconds)}); _describe command rows; return ;;`)
  .join('\n')}
    esac
  fi
  case "$words[2] $words[3] " in
${commands
  .map((row) => {
    const options = optionsOf(row)
    const chosen = options.flatMap(([name, option]) =>
      wordsOf(option).length === 0 ? [] : [`[[ $words[CURRENT-1] == --${name} ]] && { compadd -- ${wordsOf(option).map(quoted).join(' ')}; return }`],
    )
    return `  ${caseOf(row)} ${[...chosen, `rows=(${rows(options.map(([name, { about }]) => ({ word: `--${name}`, about })))})`].join('; ')} ;;`
  })
  .join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option rows
  else
    _files
  fi
}
if [[ $funcstack[1] == _credence ]]; then
  _credence "$@"
else
  compdef _credence credence
fi
`
}

function fish(tree: readonly First[], commands: readonly Command[]): string {
  const option = (row: Command) =>
    optionsOf(row).map(([name, { type, short, about, ...rest }]) => {
      const words = wordsOf({ type, about, ...rest })
      const takes = type === 'boolean' ? '' : words.length === 0 ? ' -r' : ` -x -a ${fishQuoted(words.join(' '))}`
      return `complete -c credence -n ${fishQuoted(`__credence_is ${row.name}`)} -l ${name}${short ? ` -s ${short}` : ''}${takes} -d ${fishQuoted(about)}`
    })
  return `# Completion of credence for fish, made by: credence completion fish
function __credence_words
  set -l words (commandline -opc)
  test (count $words) -eq $argv[1]
end
function __credence_is
  set -l words (commandline -opc)
  set -e words[1]
  test (count $words) -ge (count $argv); or return 1
  for at in (seq (count $argv))
    test "$words[$at]" = "$argv[$at]"; or return 1
  end
end
${tree.map(({ word, about }) => `complete -c credence -n '__credence_words 1' -f -a ${word} -d ${fishQuoted(about)}`).join('\n')}
${tree
  .flatMap(({ word, seconds }) =>
    seconds.map(
      (second) =>
        `complete -c credence -n ${fishQuoted(`__credence_words 2; and __credence_is ${word}`)} -f -a ${second.word} -d ${fishQuoted(second.about)}`,
    ),
  )
  .join('\n')}
${commands.flatMap(option).join('\n')}
`
}
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const SCRIPTS = { bash, zsh, fish } as const satisfies Record<Shell, (tree: readonly First[], commands: readonly Command[]) => string>
