// `credence cores …`: machine descriptions of a platform.
import type { Core } from '@credence/contract'
import { findCore } from '@credence/contract'
import { command } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json } from '../table.ts'
import { listCommand } from './list-command.ts'
import { take } from './shared.ts'

const list = listCommand({
  name: 'cores list',
  summary: 'list cores',
  description: 'Lists your custom cores, or the default ones that every account has.',
  options: { default: { type: 'boolean', short: 'd', about: 'the default cores instead' } },
  examples: [{ line: 'credence cores list --default', about: 'what to choose from' }],
  columns: {
    name: (core: Core) => core.Name,
    core: (core) => core.CoreID,
    class: (core) => core.Class,
    microarchitecture: (core) => core.Microarchitecture,
    precision: (core) => String(core.Precision),
    memory: megabytes,
    correlation: (core) => core.CorrelationTracking,
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
    const rows = [
      ['name', found.Name],
      ['core', found.CoreID],
      ['class', found.Class],
      ['microarchitecture', found.Microarchitecture],
      ['precision', found.Precision],
      ['memory', megabytes(found)],
      ['correlation', found.CorrelationTracking],
    ] as const
    terminal.out(values.json ? json(found) : fields(rows))
    return 0
  },
})

export const coreCommands = [list, get]

function megabytes({ MemorySize }: Core): string {
  return `${MemorySize / 1e6} MB`
}
