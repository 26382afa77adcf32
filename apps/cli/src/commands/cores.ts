// `credence cores …`: machine descriptions of a platform.
import { CORE_FIELD_NAMES, CORE_FIELDS, type Core, type CoreField, type CoreFieldName, findCore } from '@credence/contract'
import { command } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json } from '../table.ts'
import { listCommand } from './list-command.ts'
import { take } from './shared.ts'

/** Behind name and id; whether values remember their origin stands last. */
const LAST: CoreFieldName = 'CorrelationTracking'
const SHOWN = [...CORE_FIELD_NAMES.filter((name) => name !== 'Name' && name !== LAST), LAST]

const list = listCommand({
  name: 'cores list',
  summary: 'list cores',
  description: 'Lists your custom cores, or the default ones that every account has.',
  options: { default: { type: 'boolean', short: 'd', about: 'the default cores instead' } },
  examples: [{ line: 'credence cores list --default', about: 'what to choose from' }],
  columns: {
    [CORE_FIELDS.Name.heading]: (core: Core) => core.Name,
    core: (core: Core) => core.CoreID,
    ...Object.fromEntries(SHOWN.map((name) => [CORE_FIELDS[name].heading, (core: Core) => String(shown(name, core))])),
  },
  items: (client, values) => take(client.cores.list({ ...(values.default && { default: true }) }), Number.POSITIVE_INFINITY),
  none: 'You have no custom cores. --default lists those that every account has.',
})

const get = command({
  name: 'cores get',
  summary: 'show a core',
  description: 'Shows one core.',
  positionals: [{ name: 'CORE', about: 'the id of a core, or the name of a default one' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence cores get C0-S+', about: 'a default core by its name' }],
  async run({ values, positionals: [core] }, { terminal, env }) {
    const client = await openClient(values, env)
    const found = await client.cores.get(findCore(core!)?.CoreID ?? core!)
    const rows: [string, string | number][] = [
      [CORE_FIELDS.Name.heading, found.Name],
      ['core', found.CoreID],
      ...SHOWN.map((name): [string, string | number] => [CORE_FIELDS[name].heading, shown(name, found)]),
    ]
    terminal.out(values.json ? json(found) : fields(rows))
    return 0
  },
})

export const coreCommands = [list, get]

function shown(name: CoreFieldName, core: Core): string | number {
  const row: CoreField = CORE_FIELDS[name]
  return 'unit' in row && row.unit === 'bytes' ? `${Number(core[name]) / 1e6} MB` : core[name]
}
