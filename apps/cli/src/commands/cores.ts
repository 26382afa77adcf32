// `credence cores …`: machine descriptions of a platform.
import {
  CORE_FIELD_NAMES,
  CORE_FIELDS,
  type Core,
  type CoreField,
  type CoreFieldName,
  type CoreUpdate,
  findCore,
  RECOMMENDED_CORE,
  spelling,
  valuesOf,
} from '@credence/contract'
import { command, UsageError, wholeNumber } from '../command.ts'
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

/** A default core may be named; that it cannot be changed, the platform says. */
const idOf = (core: string): string => findCore(core)?.CoreID ?? core

const get = command({
  name: 'cores get',
  summary: 'show a core',
  description: 'Shows one core.',
  positionals: [{ name: 'CORE', about: 'the id of a core, or the name of a default one' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence cores get C0-S+', about: 'a default core by its name' }],
  async run({ values, positionals: [core] }, { terminal, env }) {
    const client = await openClient(values, env)
    const found = await client.cores.get(idOf(core!))
    const rows: [string, string | number][] = [
      [CORE_FIELDS.Name.heading, found.Name],
      ['core', found.CoreID],
      ...SHOWN.map((name): [string, string | number] => [CORE_FIELDS[name].heading, shown(name, found)]),
    ]
    terminal.out(values.json ? json(found) : fields(rows))
    return 0
  },
})

/** An option for each field of a core but its name: `--precision` for Precision, and so on. */
const FIELD_OPTIONS = {
  class: { type: 'string', value: 'CLASS', about: CORE_FIELDS.Class.words.join(', ') },
  microarchitecture: { type: 'string', value: 'NAME', about: CORE_FIELDS.Microarchitecture.words.join(', ') },
  correlation: { type: 'string', value: 'WORD', about: CORE_FIELDS.CorrelationTracking.words.join(' or ') },
  precision: {
    type: 'string',
    value: 'N',
    about: 'points (Dirac deltas) of the distribution of a printed value; on Reference the number of executions',
  },
  memory: { type: 'string', value: 'BYTES', about: 'memory of the program' },
} as const
interface FieldValues {
  readonly class?: string
  readonly microarchitecture?: string
  readonly correlation?: string
  readonly precision?: string
  readonly memory?: string
}

/** The fields that were given. What they may hold, the platform says. @throws UsageError  a number that is none */
function given(values: FieldValues): CoreUpdate {
  const precision = wholeNumber('precision', values.precision, CORE_FIELDS.Precision)
  const memory = wholeNumber('memory', values.memory, CORE_FIELDS.MemorySize)
  return {
    ...(values.class !== undefined && { Class: word('class', CORE_FIELDS.Class.words, values.class) }),
    ...(values.microarchitecture !== undefined && {
      Microarchitecture: word('microarchitecture', CORE_FIELDS.Microarchitecture.words, values.microarchitecture),
    }),
    ...(values.correlation !== undefined && { CorrelationTracking: word('correlation', CORE_FIELDS.CorrelationTracking.words, values.correlation) }),
    ...(precision !== undefined && { Precision: precision }),
    ...(memory !== undefined && { MemorySize: memory }),
  }
}
function word<const Word extends string>(option: string, words: readonly Word[], text: string): Word {
  const found = spelling(words, text)
  if (!found) throw new UsageError(`--${option} is ${words.join(', ')}, not '${text}'`)
  return found
}

const create = command({
  name: 'cores create',
  summary: 'make a custom core',
  description: `Makes a custom core. What is not said comes from the core that it is to be like, ${RECOMMENDED_CORE.Name} unless you name another.`,
  positionals: [{ name: 'NAME', about: 'a name of your choice' }],
  options: { like: { type: 'string', value: 'CORE', about: 'a default core by its name, or any by its id' }, ...FIELD_OPTIONS, ...PLATFORM_OPTIONS },
  examples: [{ line: 'credence cores create wide --precision 256 --memory 128000000', about: 'more Dirac deltas, more memory' }],
  async run({ values, positionals: [Name] }, { terminal, env }) {
    const fieldsGiven = given(values)
    const client = await openClient(values, env)
    const like = values.like ?? RECOMMENDED_CORE.Name
    const model = findCore(like) ?? (await client.cores.get(like))
    const core = await client.cores.create({ ...valuesOf(model), ...fieldsGiven, Name: Name! })
    terminal.out(values.json ? json(core) : `${core.CoreID}\n`)
    return 0
  },
})

const update = command({
  name: 'cores update',
  summary: 'change a custom core',
  description: 'Changes a custom core. Builds made before keep the core they were made with.',
  positionals: [{ name: 'CORE', about: 'the id of a core of yours' }],
  options: { name: { type: 'string', value: 'NAME', about: 'another name' }, ...FIELD_OPTIONS, ...PLATFORM_OPTIONS },
  examples: [{ line: `credence cores update cor_00112233445566778899aabbccddeeff --precision 512`, about: 'more Dirac deltas' }],
  async run({ values, positionals: [core] }, { terminal, env }) {
    const body = { ...given(values), ...(values.name !== undefined && { Name: values.name }) }
    const answer = await (await openClient(values, env)).cores.update(idOf(core!), body)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

const remove = command({
  name: 'cores delete',
  summary: 'delete a custom core',
  description: 'Deletes a custom core. Builds made for it stay and can still run.',
  positionals: [{ name: 'CORE', about: 'the id of a core of yours' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence cores delete cor_00112233445566778899aabbccddeeff', about: 'delete it' }],
  async run({ values, positionals: [core] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).cores.delete(idOf(core!))
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

export const coreCommands = [create, list, get, update, remove]

function shown(name: CoreFieldName, core: Core): string | number {
  const row: CoreField = CORE_FIELDS[name]
  return 'unit' in row && row.unit === 'bytes' ? `${Number(core[name]) / 1e6} MB` : core[name]
}
