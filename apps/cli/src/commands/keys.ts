// `credence keys …`: API keys of an account.
import { command, wholeNumber } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json, table, time } from '../table.ts'

const list = command({
  name: 'keys list',
  summary: 'list API keys',
  description: 'Lists your API keys. Their texts are not shown again.',
  positionals: [],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence keys list', about: 'which keys there are' }],
  async run({ values }, { terminal, env }) {
    const { Keys } = await (await openClient(values, env)).keys.list()
    const rows = Keys.map((key) => [
      key.KeyID,
      key.Name,
      time(key.CreatedAt * 1000),
      key.ValidUntil === null ? 'no end' : time(key.ValidUntil * 1000),
    ])
    terminal.out(values.json ? json(Keys) : table(['key', 'name', 'created', 'valid until'], rows))
    return 0
  },
})

const create = command({
  name: 'keys create',
  summary: 'create an API key',
  description: 'Makes an API key and prints its text, once. Keep it as you would a password.',
  positionals: [{ name: 'NAME', about: 'a name by which you will know it' }],
  options: { days: { type: 'string', value: 'N', about: 'how long it is valid; without end unless given' }, ...PLATFORM_OPTIONS },
  examples: [
    { line: 'credence keys create laptop', about: 'a key without end' },
    { line: 'credence keys create ci --days 90', about: 'one that ends by itself' },
  ],
  async run({ values, positionals: [name] }, { terminal, env }) {
    const days = wholeNumber('days', values.days, { min: 1, max: 36_500 })
    const validUntil = days === undefined ? null : Math.floor(Date.now() / 1000) + days * 86_400
    const key = await (await openClient(values, env)).keys.create(name!, validUntil)
    terminal.out(values.json ? json(key) : `${key.Key}\n`)
    terminal.error('This text is shown only now.\n')
    return 0
  },
})

const remove = command({
  name: 'keys delete',
  summary: 'delete an API key',
  description: 'Ends a key at once.',
  positionals: [{ name: 'KEY', about: 'the id of a key, as `credence keys list` shows it' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence keys delete 00112233445566778899aabbccddeeff', about: 'end a key' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).keys.delete(id!)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

export const keyCommands = [create, list, remove]
