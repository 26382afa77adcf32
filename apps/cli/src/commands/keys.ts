// `credence keys …`: API keys of an account.
import type { Key } from '@credence/contract'
import { command, wholeNumber } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json, time } from '../table.ts'
import { listCommand } from './list-command.ts'

const list = listCommand({
  name: 'keys list',
  summary: 'list API keys',
  description: 'Lists your API keys. Their texts are not shown again.',
  options: {},
  examples: [{ line: 'credence keys list', about: 'which keys there are' }],
  columns: {
    key: (key: Key) => key.KeyID,
    name: (key) => key.Name,
    created: (key) => time(key.CreatedAt * 1000),
    'valid until': ({ ValidUntil }) => (ValidUntil === null ? 'no end' : time(ValidUntil * 1000)),
    'last used': ({ LastUsedAt }) => (LastUsedAt === null ? 'never' : time(LastUsedAt * 1000)),
  },
  items: async (client) => (await client.keys.list()).Keys,
  none: 'You have no API keys.',
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
