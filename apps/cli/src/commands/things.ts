// `credence things …`: devices that post samples.
import type { Thing } from '@credence/contract'
import { command, UsageError, wholeNumber } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, table, time } from '../table.ts'
import { listCommand } from './list-command.ts'

const THING = { name: 'THING', about: 'the id of a thing, thg_…' }
const TOPIC = { name: 'TOPIC', about: 'the name of a topic' }
const ID = 'thg_00112233445566778899aabbccddeeff'
const seconds = (at: number): string => (at === 0 ? '' : time(at * 1000))

const create = command({
  name: 'things create',
  summary: 'add a device and make its key',
  description: `Adds a device and prints its id and its key. The key posts samples of this device and opens nothing else; it is shown this once.`,
  positionals: [{ name: 'NAME', about: 'a name of your choice' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence things create "Lab sensor"', about: 'add a sensor' }],
  async run({ values, positionals: [name] }, { terminal, env }) {
    const made = await (await openClient(values, env)).things.create(name!)
    terminal.out(
      values.json
        ? json(made)
        : fields([
            ['thing', made.ThingID],
            ['key', made.Key],
          ]),
    )
    return 0
  },
})

const list = listCommand({
  name: 'things list',
  summary: 'list devices, newest first',
  description: 'Lists your devices, newest first.',
  options: {},
  examples: [{ line: 'credence things list', about: 'who reports, and when last' }],
  columns: {
    thing: (thing: Thing) => thing.ThingID,
    name: (thing) => thing.Name,
    reported: (thing) => seconds(thing.ThingStatus.updated_at),
    address: (thing) => thing.ThingStatus.local_ipv4_address,
    topics: (thing) => thing.Topics.map(({ Name }) => Name).join(' '),
  },
  items: async (client) => (await client.things.list()).things,
  none: 'You have no things. `credence things create NAME` adds one.',
})

const get = command({
  name: 'things get',
  summary: 'show a device',
  description: 'Shows a device: when it last reported, and how many samples of each topic are kept.',
  positionals: [THING],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence things get ${ID}`, about: 'its status and topics' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const found = await (await openClient(values, env)).things.get(id!)
    const rows: [string, string][] = [
      ['name', found.Name],
      ['thing', found.ThingID],
      ['created', seconds(found.CreatedAt)],
      ['reported', seconds(found.ThingStatus.updated_at)],
      ['address', found.ThingStatus.local_ipv4_address],
      ...found.Topics.map(({ Name, SampleCount }): [string, string] => ['topic', `${Name}: ${SampleCount} samples`]),
    ]
    terminal.out(values.json ? json(found) : fields(rows))
    return 0
  },
})

const rename = command({
  name: 'things rename',
  summary: 'give a device another name',
  description: 'Gives a device another name. Its id and its key stay.',
  positionals: [THING, { name: 'NAME', about: 'the new name' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence things rename ${ID} "Roof sensor"`, about: 'rename it' }],
  async run({ values, positionals: [id, name] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).things.update(id!, { Name: name! })
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

const samples = command({
  name: 'things samples',
  summary: 'print the latest samples of a topic',
  description: 'Prints the latest samples of a topic, the newest last: time and value.',
  positionals: [THING, TOPIC],
  options: { count: { type: 'string', short: 'n', value: 'N', about: 'how many at most; 1000 unless given' }, ...PLATFORM_OPTIONS },
  examples: [{ line: `credence things samples ${ID} temperature --count 20`, about: 'the latest twenty' }],
  async run({ values, positionals: [id, topic] }, { terminal, env }) {
    const count = wholeNumber('count', values.count, { min: 0, max: 100_000 })
    const found = await (await openClient(values, env)).things.samples(id!, topic!, count)
    const rows = found.Samples.map(({ Timestamp, Value }) => [new Date(Timestamp).toISOString(), String(Value)])
    terminal.out(values.json ? json(found) : table(['time', 'value'], rows))
    return 0
  },
})

const post = command({
  name: 'things post',
  summary: 'post samples as a device does',
  description: `Posts samples to a topic, as the device itself does: with its key, by --key or CREDENCE_API_KEY.`,
  positionals: [THING, TOPIC, { name: 'VALUES', about: 'numbers, with blanks or commas between them' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence things post ${ID} temperature "21.5 21.6" --key scce_…`, about: 'two samples, taken now' }],
  async run({ values, positionals: [id, topic, text] }, { terminal, env }) {
    const Samples = text!
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .map((word) => ({ Value: numberOf(word) }))
    if (Samples.length === 0) throw new UsageError('VALUES holds no number')
    const answer = await (await openClient(values, env)).things.post(id!, topic!, { Samples })
    if (values.json) terminal.out(json(answer))
    return 0
  },
})
/** @throws UsageError */
function numberOf(word: string): number {
  const value = Number(word)
  if (!Number.isFinite(value)) throw new UsageError(`'${word}' is no number`)
  return value
}

const rotate = command({
  name: 'things rotate-key',
  summary: 'make another key for a device',
  description: 'Makes another key for a device and prints it. The one before ends at once.',
  positionals: [THING],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence things rotate-key ${ID}`, about: 'replace a key that became known' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const made = await (await openClient(values, env)).things.rotateKey(id!)
    terminal.out(values.json ? json(made) : `${made.Key}\n`)
    return 0
  },
})

const revoke = command({
  name: 'things revoke-key',
  summary: 'end the key of a device',
  description: 'Ends the key of a device at once. What it posted stays; rotate-key makes another key.',
  positionals: [THING],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence things revoke-key ${ID}`, about: 'lock a device out' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).things.revokeKey(id!)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

const remove = command({
  name: 'things delete',
  summary: 'delete a device, or one of its topics',
  description: 'Deletes a device with all its samples, or one topic of it.',
  positionals: [THING, { ...TOPIC, isOptional: true }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence things delete ${ID} temperature`, about: 'delete one topic' }],
  async run({ values, positionals: [id, topic] }, { terminal, env }) {
    const { things } = await openClient(values, env)
    const answer = topic === undefined ? await things.delete(id!) : await things.deleteTopic(id!, topic)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

export const thingCommands = [create, list, get, rename, samples, post, rotate, revoke, remove]
