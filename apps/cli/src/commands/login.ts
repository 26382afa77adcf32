// `credence login` and `credence whoami`: which platform, and as whom.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createClient } from '@credence/client'
import { LOCAL_ORIGIN, readKey } from '@credence/contract'
import { type Context, command, UsageError } from '../command.ts'
import { checkedHost, openClient, PLATFORM_OPTIONS, storeLogin } from '../settings.ts'
import { fields, json } from '../table.ts'

/** A pipe whose other end says nothing for so long is worth a word. */
const UNNOTICED_MILLISECONDS = 2000

export const login = command({
  name: 'login',
  summary: 'tell which platform to use, and with which API key',
  description: `Asks the platform who the key belongs to, and stores address and key for you alone. Later commands use them.

The first start of a platform prints an API key; further ones come from \`credence keys create\`. What is piped to the
command is the key, of the platform that --host or CREDENCE_HOST names, or else of ${LOCAL_ORIGIN}. In scripts, set
CREDENCE_HOST and CREDENCE_API_KEY instead; they come before what is stored.`,
  positionals: [],
  options: {
    host: { type: 'string', value: 'URL', about: `the platform; asked for unless given (${LOCAL_ORIGIN})` },
    key: { type: 'string', value: 'KEY', about: 'the API key; asked for unless given or piped, so that it stays out of the shell history' },
  },
  examples: [
    { line: 'credence login', about: 'be asked for address and key' },
    { line: 'cat key.txt | credence login --host https://credence.example', about: 'without questions' },
  ],
  async run({ values }, context) {
    const { terminal, env } = context
    const host = checkedHost(values.host ?? env['CREDENCE_HOST'] ?? (await ask('Platform', context, LOCAL_ORIGIN)))
    const key = (values.key ?? env['CREDENCE_API_KEY'] ?? (process.stdin.isTTY ? await ask('API key', context) : await pipedKey(context))).trim()
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

/** Asks on the terminal; without a fallback, what is typed is not shown. Where there is no terminal, the fallback. @throws UsageError at Ctrl-D */
async function ask(question: string, { signal }: Context, fallback?: string): Promise<string> {
  if (fallback && !process.stdin.isTTY) return fallback
  const prompt = `${question} ${fallback ? `[${fallback}]` : '(not shown)'}: `
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: fallback ? process.stderr : hidden, terminal: true })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT')) // while it reads key by key, the terminal sends no signals
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => {}) // where the answer came first
  lines.once('close', () => closed.reject(new UsageError(`nothing was given for: ${question}`)))
  try {
    if (!fallback) process.stderr.write(prompt) // once the terminal no longer echoes
    return (await Promise.race([lines.question(fallback ? prompt : '', { ...(signal && { signal }) }), closed.promise])) || (fallback ?? '')
  } finally {
    lines.close()
    if (!fallback) process.stderr.write('\n')
  }
}

/** The first line of standard input. @throws UsageError where that is empty */
async function pipedKey({ terminal, signal }: Context): Promise<string> {
  const note = setTimeout(() => terminal.error('Waiting for the API key on standard input\n'), UNNOTICED_MILLISECONDS).unref()
  try {
    for await (const line of createInterface({ input: process.stdin, ...(signal && { signal }) })) return line
  } finally {
    clearTimeout(note)
    process.stdin.destroy() // who writes on would keep the command alive
  }
  throw new UsageError('there is no terminal to ask for the key on, and standard input is empty; pipe the key, or pass --key KEY')
}
