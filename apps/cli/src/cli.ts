// From the words of the command line to an exit code: find the command, give help, run it, and tell what went wrong.
import { ApiError, NetworkError } from '@credence/client'
import { errors, LIMITS } from '@credence/contract'
import { fortranSupport } from '@credence/engine/fortran'
import { UnusableFolder } from '@credence/engine/home'
import manifest from '../package.json' with { type: 'json' }
import { asksForHelp, type Command, type Context, nearestOf, UsageError } from './command.ts'
import { COMMANDS } from './commands.ts'
import { EXIT } from './exit-codes.ts'
import { commandHelp, groupHelp, overview } from './help.ts'

export async function runCli(words: readonly string[], context: Context): Promise<number> {
  try {
    if (words[0] === '--version') {
      context.terminal.out(await version())
      return EXIT.ok
    }
    const found = findCommand(words)
    if (found.help !== undefined) {
      context.terminal.out(found.help)
      return EXIT.ok
    }
    return await found.command.execute(found.words, context)
  } catch (error) {
    return explain(error, words, context)
  }
}

/** Of the program, and whether this machine builds Fortran, which is the part that npm does not bring. */
async function version(): Promise<string> {
  const fortran = await fortranSupport()
  return `credence ${manifest.version}\nNode ${process.versions.node}\nFortran: ${'version' in fortran ? `flang ${fortran.version}` : fortran.missing}\n`
}

type Found = { readonly help: string } | { readonly help?: undefined; readonly command: Command; readonly words: readonly string[] }

/** The command that the words name, or the help they ask for. @throws UsageError */
export function findCommand(words: readonly string[]): Found {
  const isAsked = words[0] === 'help'
  const [first, second] = isAsked ? words.slice(1) : words
  if (first === undefined || first === '--help' || first === '-h') return { help: overview(COMMANDS) }
  if (first.startsWith('-')) throw new UsageError(`a command comes first, not ${first}`)
  const group = COMMANDS.filter((each) => each.name.startsWith(`${first} `))
  const isGroup = group.length > 0
  if (isGroup && (second === undefined || second.startsWith('-'))) return { help: groupHelp(first, group) }
  const name = isGroup ? `${first} ${second}` : first
  const command = COMMANDS.find((each) => each.name === name)
  if (!command) throw new UsageError(unknownCommand(name, isGroup ? group : COMMANDS))
  const rest = words.slice(name.split(' ').length)
  return isAsked || asksForHelp(command, rest) ? { help: commandHelp(command) } : { command, words: rest }
}

function unknownCommand(name: string, candidates: readonly Command[]): string {
  const firstWords = [...new Set(candidates.map((each) => each.name.split(' ')[0]!))]
  const nearest = nearestOf(name, [...candidates.map((each) => each.name), ...firstWords])
  const known = firstWords.length > 1 ? firstWords : candidates.map((each) => each.name)
  return `there is no command '${name}'; ${nearest ? `did you mean '${nearest}'?` : `there are ${known.join(', ')}`}`
}

/** Says what went wrong. @returns the exit code @throws what is a fault of ours */
export function explain(error: unknown, words: readonly string[], { terminal, signal }: Context): number {
  terminal.progress('')
  if (signal?.aborted) return EXIT.cancelled
  const name = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  const label = COMMANDS.find((each) => each.name === name.join(' ') || each.name === name[0])?.name
  const say = (message: string, hint?: string) => terminal.error(`credence${label ? ` ${label}` : ''}: ${message}\n${hint ? `${hint}\n` : ''}`)
  if (error instanceof UsageError) {
    say(error.message, `See credence ${label ? `${label} ` : ''}--help`)
    return EXIT.usage
  }
  if (error instanceof ApiError) say(`${error.message} (${error.status}${error.requestId ? `, request ${error.requestId}` : ''})`, hintFor(error))
  else if (error instanceof NetworkError) say(error.message, 'Is the platform running? Start it with npm start, or name another with --host.')
  else if (error instanceof UnusableFolder) say(error.message)
  else if (isSystemError(error)) say(inWords(error))
  else throw error
  return EXIT.failed
}

/** How to fix what the platform refused. */
function hintFor({ status, message }: ApiError): string | undefined {
  const field = /^Missing or malformed '(\w+)' field/.exec(message)?.[1]
  if (field !== undefined) return FIELD_HINTS[field] ?? `The field ${field} comes from this command's words and options; see its --help.`
  return MESSAGE_HINTS[message] ?? STATUS_HINTS[status]
}
const FIELD_HINTS: Readonly<Record<string, string>> = {
  Arguments: 'Look for a quote in --arguments that is never closed.',
  Language: 'Say --language C, C++ or Fortran.',
  CoreID: '`credence cores list --default` shows the cores to choose from.',
  KeyID: '`credence keys list` shows the ids of yours.',
  payload: 'The text is not a Ux string: it is <number>Ux followed by at least 42 hexadecimal digits, whole.',
  count: `--count is a whole number from ${LIMITS.samples.min} to ${LIMITS.samples.max}.`,
  Code: 'The source file is empty.',
}
const MESSAGE_HINTS: Readonly<Record<string, string>> = {
  [errors.buildNotFound().message]: '`credence builds list` shows yours.',
  [errors.taskNotFound().message]: '`credence tasks list` shows yours.',
  [errors.coreNotFound().message]: '`credence cores list` shows yours, with --default those that every account has.',
  [errors.keyNotFound().message]: '`credence keys list` shows yours.',
  [errors.serviceNotFound().message]: '`credence health` shows all.',
  [errors.binaryNotFound().message]: 'Builds for cores of class C0-microSD or C0-microSD-plus have one; `credence tasks run` runs the others.',
  [errors.fileNotFound().message]: '`credence files list` shows what is there; what it lists with a / at its end is a directory.',
  [errors.directoryNotEmpty().message]: 'With --recursive it is deleted with all that is in it.',
  [errors.routeNotFound().message]: 'The operations are in the reference, at /docs/api/reference/ of the platform.',
}
const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: 'The key is wrong, has ended, or belongs to another platform. Run `credence login`, or set CREDENCE_API_KEY.',
  429: 'Wait a moment, then try again.',
  500: 'This is a fault of the platform; `credence health` shows more. Report the request id to its operator.',
}

/** The operating system refused: a file that is not there, a folder that may not be written. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
}
function inWords({ code = '', path, message }: NodeJS.ErrnoException): string {
  const problem = SYSTEM_PROBLEMS[code]
  return problem === undefined ? message : path === undefined ? `what was named ${problem}` : `${path} ${problem}`
}
const SYSTEM_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist, or the folder for it does not',
  EISDIR: 'is a folder; name a file',
  ENOTDIR: 'leads through a file as if it were a folder',
  EACCES: 'may not be read or written by you',
  EPERM: 'may not be changed by you',
  EROFS: 'cannot be written: its file system is read-only',
  ENOSPC: 'cannot be written: the disk is full',
}
