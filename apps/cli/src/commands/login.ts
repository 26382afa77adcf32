// `credence login` and `credence whoami`: which platform, and as whom.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createClient } from '@credence/client'
import { LOCAL_ORIGIN, readKey } from '@credence/contract'
import { command, UsageError } from '../command.ts'
import { checkedHost, openClient, PLATFORM_OPTIONS, storeLogin } from '../settings.ts'
import { fields, json } from '../table.ts'

export const login = command({
  name: 'login',
  summary: 'tell which platform to use, and with which API key',
  description: `Asks the platform who the key belongs to, and stores address and key for you alone. Later commands use them.

The first start of a platform prints an API key; further ones come from \`credence keys create\`. In scripts, set
CREDENCE_HOST and CREDENCE_API_KEY instead; they come before what is stored.`,
  positionals: [],
  options: {
    host: { type: 'string', value: 'URL', about: `the platform; asked for unless given (${LOCAL_ORIGIN})` },
    key: { type: 'string', value: 'KEY', about: 'the API key; asked for unless given, so that it stays out of the shell history' },
  },
  examples: [
    { line: 'credence login', about: 'be asked for address and key' },
    { line: 'credence login --host https://credence.example --key "$KEY"', about: 'without questions' },
  ],
  async run({ values }, { terminal, env }) {
    const host = checkedHost(values.host ?? env['CREDENCE_HOST'] ?? (await ask('Platform', '--host URL', LOCAL_ORIGIN)))
    const key = (values.key ?? env['CREDENCE_API_KEY'] ?? (await ask('API key (not shown)', '--key KEY'))).trim()
    if (!readKey(key)) throw new UsageError('this is not an API key: one begins with scce_, and its check sum has to fit. Copy it whole.')
    const user = await createClient({ host, credential: key }).users.me()
    const file = await storeLogin({ host, key }, env)
    terminal.out(`${user.Username} on ${host}\n`)
    terminal.error(`Stored in ${file}\n`)
    return 0
  },
})

export const whoami = command({
  name: 'whoami',
  summary: 'show whose key is used, and on which platform',
  description: 'Shows the account behind the API key in use.',
  positionals: [],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence whoami', about: 'check that the stored key works' }],
  async run({ values }, { terminal, env }) {
    const client = await openClient(values, env)
    const user = await client.users.me()
    const usage = user.ResourceUsage
    const rows = [
      ['user', user.Username],
      ['id', user.UserID],
      ['platform', client.host],
      ['tasks', usage.TaskCount],
      ['keys', usage.KeyCount],
    ] as const
    terminal.out(values.json ? json(user) : fields(rows))
    return 0
  },
})

/** Asks on the terminal; without a default, what is typed is not shown. */
async function ask(question: string, option: string, fallback?: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`there is no terminal to ask questions on; pass ${option}`)
  const prompt = `${question}${fallback ? ` [${fallback}]` : ''}: `
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: fallback ? process.stderr : hidden, terminal: true })
  try {
    if (!fallback) process.stderr.write(prompt) // once the terminal no longer echoes
    return (await lines.question(fallback ? prompt : '')) || (fallback ?? '')
  } finally {
    lines.close()
    if (!fallback) process.stderr.write('\n')
  }
}
