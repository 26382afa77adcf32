// `credence repositories …`: git repositories that a platform fetches and builds.
import { findCore, type Repository, type RepositoryUpdate } from '@credence/contract'
import { command, type Values } from '../command.ts'
import { CONNECTION, openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, time } from '../table.ts'
import { started } from './builds.ts'
import { listCommand } from './list-command.ts'
import { take, WAIT_OPTIONS } from './shared.ts'

const ID = 'rep_00112233445566778899aabbccddeeff'
const REPOSITORY = { name: 'REPOSITORY', about: 'the id of a repository, rep_…' }

const FIELDS = {
  branch: { type: 'string', short: 'b', value: 'NAME', about: 'the branch' },
  commit: { type: 'string', value: 'ID', about: 'a commit id or a tag; HEAD is the newest commit of the branch' },
  directory: { type: 'string', short: 'd', value: 'PATH', about: 'the folder with the sources' },
  core: { type: 'string', short: 'c', value: 'NAME', about: 'the core of its builds, by id or by the name of a default one' },
  arguments: { type: 'string', short: 'a', value: 'TEXT', about: 'arguments of tasks that name none' },
} as const
/** Of a new one; later commands leave as it is what they do not name. */
const NEW_FIELDS = {
  ...FIELDS,
  branch: { ...FIELDS.branch, about: `${FIELDS.branch.about}; main unless given` },
  commit: { ...FIELDS.commit, about: 'a commit id or a tag; the newest commit of the branch unless given' },
  directory: { ...FIELDS.directory, about: `${FIELDS.directory.about}; src unless given` },
} as const

const list = listCommand({
  name: 'repositories list',
  summary: 'list repositories',
  description: 'Lists your connected repositories, newest first.',
  options: {},
  examples: [{ line: 'credence repositories list', about: 'what is connected' }],
  columns: {
    repository: (repository: Repository) => repository.RepositoryID,
    address: (repository) => repository.RemoteURL,
    branch: (repository) => repository.Branch,
    commit: (repository) => repository.Commit,
    directory: (repository) => repository.BuildDirectory,
  },
  items: (client) => take(client.repositories.list(), Number.POSITIVE_INFINITY),
  none: 'You have no repositories. `credence repositories connect https://…` connects one.',
})

const connect = command({
  name: 'repositories connect',
  summary: 'connect a repository',
  description: 'Tells the platform where a git repository is, and prints its id. It is fetched when it is built.',
  positionals: [{ name: 'ADDRESS', about: 'where it is cloned from, https://…' }],
  options: { ...NEW_FIELDS, ...PLATFORM_OPTIONS },
  examples: [
    { line: 'credence repositories connect https://github.com/owner/name', about: 'the newest commit of main' },
    { line: 'credence repositories connect https://github.com/owner/name -b develop -d firmware', about: 'another branch and folder' },
  ],
  async run({ values, positionals: [address] }, { terminal, env }) {
    const body = { RemoteURL: address!, Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src', ...given(values) }
    const made = await (await openClient(values, env)).repositories.create(body)
    terminal.out(values.json ? json(made) : `${made.RepositoryID}\n`)
    return 0
  },
})

const get = command({
  name: 'repositories get',
  summary: 'show a repository',
  description: 'Shows one connected repository.',
  positionals: [REPOSITORY],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence repositories get ${ID}`, about: 'where it is and what is built' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const found = await (await openClient(values, env)).repositories.get(id!)
    terminal.out(
      values.json
        ? json(found)
        : fields([
            ['repository', found.RepositoryID],
            ['address', found.RemoteURL],
            ['branch', found.Branch],
            ['commit', found.Commit],
            ['directory', found.BuildDirectory],
            ['core', found.Core],
            ['arguments', found.Arguments],
            ['connected', time(found.CreatedAt * 1000)],
          ]),
    )
    return 0
  },
})

const update = command({
  name: 'repositories update',
  summary: 'change a repository',
  description: 'Changes what later builds of a repository use. What is not given stays as it is.',
  positionals: [REPOSITORY],
  options: { address: { type: 'string', value: 'URL', about: 'where it is cloned from' }, ...FIELDS, ...PLATFORM_OPTIONS },
  examples: [{ line: `credence repositories update ${ID} --branch develop`, about: 'build another branch from now on' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const body = { ...given(values), ...(values.address !== undefined && { RemoteURL: values.address }) }
    const changed = await (await openClient(values, env)).repositories.update(id!, body)
    if (values.json) terminal.out(json(changed))
    return 0
  },
})

const build = command({
  name: 'repositories build',
  summary: 'build a repository',
  description: `Lets the platform fetch and build a repository, waits until it is built, and prints the id of the build. What git
and the compiler say goes to standard error. What is not given is as the repository says.`,
  positionals: [REPOSITORY],
  options: { ...FIELDS, name: { type: 'string', value: 'NAME', about: 'a name for the build' }, ...WAIT_OPTIONS, ...PLATFORM_OPTIONS },
  examples: [
    { line: `credence repositories build ${ID} | xargs credence tasks run`, about: 'build, then run' },
    { line: `credence repositories build ${ID} --branch develop`, about: 'another branch, this once' },
  ],
  async run({ values, positionals: [id] }, context) {
    const client = await openClient(values, context.env)
    const { Core, ...rest } = given(values)
    const { BuildID } = await client.repositories.build(id!, {
      ...rest,
      ...(Core !== undefined && { CoreID: Core }),
      ...(values.name !== undefined && { Name: values.name }),
    })
    return started(client, BuildID, values, context)
  },
})

const remove = command({
  name: 'repositories disconnect',
  summary: 'disconnect a repository',
  description: 'Forgets a repository. Its builds and tasks stay, and nothing happens to it in git.',
  positionals: [REPOSITORY],
  options: CONNECTION,
  examples: [{ line: `credence repositories disconnect ${ID}`, about: 'forget it' }],
  async run({ values, positionals: [id] }, { env }) {
    await (await openClient(values, env)).repositories.delete(id!)
    return 0
  },
})

export const repositoryCommands = [list, connect, get, update, build, remove]

const given = (values: Values<typeof FIELDS>): RepositoryUpdate => ({
  ...(values.branch !== undefined && { Branch: values.branch }),
  ...(values.commit !== undefined && { Commit: values.commit }),
  ...(values.directory !== undefined && { BuildDirectory: values.directory }),
  ...(values.core !== undefined && { Core: findCore(values.core)?.CoreID ?? values.core }),
  ...(values.arguments !== undefined && { Arguments: values.arguments }),
})
