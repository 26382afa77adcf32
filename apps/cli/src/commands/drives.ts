// `credence drives …`: several data sources of a platform under one name.
import { type DataSource, type Drive, OWN_STORAGE } from '@credence/contract'
import { type Command, command, UsageError } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, time } from '../table.ts'
import { listCommand } from './list-command.ts'

const ID = 'drv_00112233445566778899aabbccddeeff'
const DRIVE = { name: 'DRIVE', about: 'the id of a drive, drv_…' }
const SOURCE = {
  type: 'string',
  short: 's',
  value: 'LOCATION=RESOURCE',
  isList: true,
  about: 'a folder and what appears there: bkt_…, or a path of your storage as /measurements; once for each',
} as const

const list = listCommand({
  name: 'drives list',
  summary: 'list drives',
  description: 'Lists your drives, newest first.',
  options: {},
  examples: [{ line: 'credence drives list', about: 'what there is' }],
  columns: { drive: (drive: Drive) => drive.DriveID, name: (drive) => drive.Name, sources: (drive) => drive.DataSources.map(shown).join(' ') },
  items: async (client) => Promise.all((await client.drives.list()).map(client.drives.get)),
  none: 'You have no drives. `credence drives create NAME --source LOCATION=RESOURCE` makes one.',
})

const create = command({
  name: 'drives create',
  summary: 'make a drive',
  description: 'Gives several data sources one name, and prints the id of the drive. A task that names it finds each of them in a folder of it.',
  positionals: [{ name: 'NAME', about: 'a name of your choice' }],
  options: { source: SOURCE, ...PLATFORM_OPTIONS },
  examples: [{ line: 'credence drives create field -s data=/set1 -s store=bkt_00112233445566778899aabbccddeeff', about: 'two folders' }],
  async run({ values, positionals: [name] }, { terminal, env }) {
    const client = await openClient(values, env)
    const made = await client.drives.create({ Name: name!, DataSources: sourcesOf(values.source ?? '', (await client.users.me()).UserID) })
    terminal.out(values.json ? json(made) : `${made.DriveID}\n`)
    return 0
  },
})

const get = command({
  name: 'drives get',
  summary: 'show a drive',
  description: 'Shows one drive.',
  positionals: [DRIVE],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence drives get ${ID}`, about: 'what it holds' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const found = await (await openClient(values, env)).drives.get(id!)
    const sources = found.DataSources.map((source): [string, string] => ['source', shown(source)])
    terminal.out(
      values.json ? json(found) : fields([['drive', found.DriveID], ['name', found.Name], ...sources, ['made', time(found.CreatedAt * 1000)]]),
    )
    return 0
  },
})

const update = command({
  name: 'drives update',
  summary: 'change a drive',
  description: 'Changes the name of a drive, or what it holds: the data sources that are given take the place of all others.',
  positionals: [DRIVE],
  options: { name: { type: 'string', value: 'TEXT', about: 'another name' }, source: SOURCE, ...PLATFORM_OPTIONS },
  examples: [{ line: `credence drives update ${ID} --name 'field 2026'`, about: 'another name' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const client = await openClient(values, env)
    const DataSources = values.source !== undefined ? sourcesOf(values.source, (await client.users.me()).UserID) : undefined
    const body = { ...(values.name !== undefined && { Name: values.name }), ...(DataSources && { DataSources }) }
    const answer = await client.drives.update(id!, body)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

const remove = command({
  name: 'drives delete',
  summary: 'delete a drive',
  description: 'Forgets a drive. What its data sources hold stays.',
  positionals: [DRIVE],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence drives delete ${ID}`, about: 'its sources stay' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).drives.delete(id!)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

export const driveCommands: readonly Command[] = [list, create, get, update, remove]

const shown = ({ Location, ResourceID }: DataSource): string => `${Location}=${ResourceID}`

/** @throws UsageError */
function sourcesOf(lines: string, userId: string): DataSource[] {
  const words = lines.split('\n').filter((line) => line !== '')
  return words.map((word) => {
    const [, Location, resource = ''] = /^([^=]+)=(.+)$/.exec(word) ?? []
    if (Location === undefined) throw new UsageError(`'${word}' is not LOCATION=RESOURCE, as data=/measurements or store=bkt_…`)
    if (resource.startsWith('bkt_')) return { Location, ResourceID: resource, ResourceType: 'Bucket' }
    if (!resource.startsWith('/'))
      throw new UsageError(`'${resource}' is neither a bucket, bkt_…, nor a path of your storage, which begins with a slash`)
    return { Location, ResourceID: `credence-cloud-storage:/${userId}${resource === '/' ? '' : resource}`, ResourceType: OWN_STORAGE }
  })
}
