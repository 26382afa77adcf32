// `credence builds …`: programs on a platform.
import { readFile, writeFile } from 'node:fs/promises'
import type { Client } from '@credence/client'
import type { Build, Language } from '@credence/contract'
import { DEFAULT_CORES, findCore, isSuggested, isTerminal, LANGUAGES, spelling } from '@credence/contract'
import { type Context, command, UsageError } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { CONNECTION, openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, table, time } from '../table.ts'
import { listCommand } from './list-command.ts'
import { LIST_OPTIONS, limitOf, statusAndReason, statusQuery, take, WAIT_OPTIONS, waited } from './shared.ts'
import { workCommands } from './work-commands.ts'

/** How every command that starts a build ends: with its id, or once it is built. */
export async function started(
  client: Client,
  BuildID: string,
  values: { readonly detach?: boolean; readonly json?: boolean },
  context: Context,
): Promise<number> {
  const { terminal } = context
  if (values.detach) {
    terminal.out(values.json ? json({ BuildID }) : `${BuildID}\n`)
    return 0
  }
  const build = await waited('build', BuildID, client.builds.wait, context)
  const output = await client.builds.output(BuildID)
  terminal.error(output)
  terminal.out(values.json ? json(build) : `${BuildID}\n`)
  return ended(build, context)
}

const BUILD = { name: 'BUILD', about: 'the id of a build, bld_…' }
const ID = 'bld_00112233445566778899aabbccddeeff'
const BINARY_FILE = 'buildArtifacts.tar.gz'

const list = listCommand({
  name: 'builds list',
  summary: 'list builds, newest first',
  description: 'Lists your builds, newest first.',
  options: LIST_OPTIONS,
  examples: [
    { line: 'credence builds list', about: 'the newest 25' },
    { line: 'credence builds list --status Stopped --json', about: 'those that failed, as JSON' },
  ],
  columns: {
    build: (build: Build) => build.BuildID,
    status: (build) => build.Status,
    created: (build) => time(build.CreatedAt),
    source: languageOf,
    core: coreOf,
    name: (build) => build.Name ?? '',
  },
  items: (client, values) => take(client.builds.list(statusQuery(values)), limitOf(values)),
  none: 'There are no such builds. `credence builds create program.c` makes one.',
})

const create = command({
  name: 'builds create',
  summary: 'build a source file',
  description: `Sends a C, C++ or Fortran file to the platform, waits until it is built, and prints the id of the build. What the
compiler says goes to standard error.`,
  positionals: [{ name: 'FILE', about: 'a C, C++ or Fortran file, or - for standard input' }],
  options: {
    core: {
      type: 'string',
      short: 'c',
      value: 'NAME',
      words: DEFAULT_CORES.filter(isSuggested).map(({ Name }) => Name),
      about: 'the core, by id or by the name of a default one; C0-S+ unless given',
    },
    language: { type: 'string', value: LANGUAGES.join('|'), about: 'the language; by the name of the file unless given' },
    arguments: { type: 'string', short: 'a', value: 'TEXT', about: 'arguments of tasks that name none' },
    'config-mk': { type: 'string', value: 'FILE', about: 'a config.mk to build it with: compiler flags, libraries and the like' },
    name: { type: 'string', value: 'NAME', about: 'a name for the build' },
    variables: { type: 'boolean', about: 'also list the variables of the program, for credence builds variables' },
    ...WAIT_OPTIONS,
    ...PLATFORM_OPTIONS,
  },
  examples: [
    { line: 'credence builds create program.c', about: 'build for the recommended core' },
    { line: 'credence builds create program.c --core C0Pro-L+ | xargs credence tasks run', about: 'build, then run' },
  ],
  async run({ values, positionals: [file] }, context) {
    const { env } = context
    const Code = file === '-' ? await readStandardInput() : await readFile(file!, 'utf8')
    const ConfigMk = values['config-mk'] === undefined ? undefined : await readFile(values['config-mk'], 'utf8')
    const client = await openClient(values, env)
    const request = {
      Code,
      Language: sourceLanguage(file!, values.language),
      ...(values.core !== undefined && { CoreID: findCore(values.core)?.CoreID ?? values.core }),
      ...(values.arguments !== undefined && { Arguments: values.arguments }),
      ...(ConfigMk !== undefined && { ConfigMk }),
      ...(values.name !== undefined && { Name: values.name }),
    }
    const { BuildID } = await client.builds.create(request, values.variables ? { DiscoverVariables: true } : {})
    return started(client, BuildID, values, context)
  },
})

const output = command({
  name: 'builds output',
  summary: 'print what compiler and linker said',
  description: 'Prints the output of a build that ended.',
  positionals: [BUILD],
  options: CONNECTION,
  examples: [{ line: `credence builds output ${ID}`, about: 'read the messages of the compiler' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    terminal.out(await (await openClient(values, env)).builds.output(id!))
    return 0
  },
})

const variables = command({
  name: 'builds variables',
  summary: 'list the variables of a build',
  description: 'Lists the variables of a build that was created with --variables, by file and line.',
  positionals: [BUILD],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence builds variables ${ID}`, about: 'file, line, function, type and name of each' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const found = await take((await openClient(values, env)).builds.variables(id!), Number.POSITIVE_INFINITY)
    const rows = found.map(({ File, Line, Function: inside, Type, Name }) => [File, String(Line), inside, Type, Name])
    terminal.out(values.json ? json(found) : table(['file', 'line', 'function', 'type', 'name'], rows))
    if (found.length === 0 && !values.json) terminal.error('This build has none. `credence builds create FILE --variables` lists them.\n')
    return 0
  },
})

const binary = command({
  name: 'builds binary',
  summary: 'download the binary of a build for hardware',
  description: `Downloads the binary of a build for class C0-microSD or C0-microSD-plus, a gzip-compressed tar: a WebAssembly module that runs under
any WASI runtime that knows WebAssembly 3.0, and a README that says how.`,
  positionals: [BUILD],
  options: { output: { type: 'string', short: 'o', value: 'FILE', about: `where to; ${BINARY_FILE} unless given` }, ...CONNECTION },
  examples: [{ line: `credence builds binary ${ID} --output program.tar.gz`, about: 'of a build that was created with --core C0-microSD-plus-S+' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const bytes = await (await openClient(values, env)).builds.binary(id!)
    const file = values.output ?? BINARY_FILE
    await writeFile(file, bytes)
    terminal.error(`${file}: ${bytes.length} bytes\n`)
    return 0
  },
})

const work = workCommands<Build>({
  noun: 'build',
  id: ID,
  of: ({ builds }) => builds,
  describe: describeBuild,
  about: {
    get: 'Shows a build: its status and history, what was built, and for which core.',
    wait: `Ends with 0 if it is Completed, with ${EXIT.buildFailed} if the program did not compile or link, with ${EXIT.timeLimit} if that took too long, and with ${EXIT.failed} if it was cancelled.`,
    cancel: 'Asks a build that waits or is being worked on to end.',
    remove: 'Deletes a build and its output. An active one has to be cancelled first.',
  },
  ended,
})

const publish = command({
  name: 'builds publish',
  summary: 'let others run a build',
  description: 'Lets everybody who knows the id of a build run it; the tasks are theirs. The program itself is not shown to them.',
  positionals: [{ name: 'BUILD', about: 'the id of a build, bld_…' }],
  options: { undo: { type: 'boolean', about: 'from now on nobody else may' }, ...PLATFORM_OPTIONS },
  examples: [{ line: 'credence builds publish bld_00112233445566778899aabbccddeeff', about: 'share a program' }],
  async run({ values, positionals: [build] }, { terminal, env }) {
    const updated = await (await openClient(values, env)).builds.update(build!, { IsPublic: !values.undo })
    if (values.json) terminal.out(json(updated))
    return 0
  },
})

export const buildCommands = [create, list, work.get, work.wait, output, binary, variables, publish, work.rename, work.cancel, work.remove]

/** By the end of the name, unless it is said. @throws UsageError */
export function sourceLanguage(file: string, given: string | undefined): Language {
  const language = given === undefined ? languageByName(file) : spelling(LANGUAGES, given)
  if (!language)
    throw new UsageError(
      `the language of ${file} is not clear from its name; say --language ${LANGUAGES.slice(0, -1).join(', ')} or ${LANGUAGES.at(-1)}`,
    )
  return language
}
function languageByName(file: string): Language | undefined {
  if (file.endsWith('.c')) return 'C'
  if (/\.(cc|cpp|c\+\+|cp|cxx|C|CPP)$/.test(file)) return 'C++'
  return /\.(f|for|f77|f90|f95|f03|f08|f18)$/i.test(file) ? 'Fortran' : undefined
}

function describeBuild(build: Build): string {
  return fields([
    ['build', build.BuildID],
    ['name', build.Name],
    ['status', statusAndReason(build)],
    ['source', languageOf(build)],
    ['core', coreOf(build)],
    ['arguments', build.DefaultArguments],
    ['created', time(build.CreatedAt)],
    ['finished', time(build.FinishedAt)],
    ['build time', build.Stats && `${build.Stats.BuildTimeInMilliseconds} ms`],
    ['size', build.Stats && `${build.Stats.BuildSizeInBytes} bytes`],
  ])
}
function languageOf({ Application }: Build): string {
  return Application.SourceCode?.Language ?? Application.Repository?.RemoteURL ?? ''
}
function coreOf({ BuildCoreSpecs: core }: Build): string {
  return core ? `${core.Class} ${core.Microarchitecture} ${core.Precision}${core.CorrelationTracking === 'Autocorrelation' ? '+' : ''}` : ''
}

function ended(build: Build, { terminal }: Context): number {
  if (build.Status === 'Completed') return 0
  if (isTerminal(build.Status)) terminal.error(`credence: the build ended as ${statusAndReason(build)}\n`)
  if (build.Status !== 'Stopped') return EXIT.failed
  return / time limit of .* for one build reached/.test(build.StatusTransitions?.at(-1)?.Message ?? '') ? EXIT.timeLimit : EXIT.buildFailed
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
