// `credence api`: any call of the API by method and path, for what has no command of its own.
import { readFile } from 'node:fs/promises'
import { METHODS, type Method } from '@credence/contract'
import { command, UsageError } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'

const CONNECTION = { host: PLATFORM_OPTIONS.host, key: PLATFORM_OPTIONS.key }

export const api = command({
  name: 'api',
  summary: 'make any call of the API',
  description: `Sends one request with your key and prints the answer as it comes. The operations are in the reference, at
/docs/api/reference/ of the platform.`,
  positionals: [
    { name: 'METHOD', about: METHODS.join(', ') },
    { name: 'PATH', about: 'the path of the operation, with its query' },
  ],
  options: { body: { type: 'string', short: 'b', value: 'JSON', about: 'the body, or @FILE to read it from a file' }, ...CONNECTION },
  examples: [
    { line: "credence api GET '/builds?status=Stopped'", about: 'the builds that failed' },
    { line: `credence api POST /keys --body '{"Name": "laptop", "ValidUntil": null}'`, about: 'a call with a body' },
  ],
  async run({ values, positionals: [method = '', path = ''] }, { terminal, env }) {
    const verb = method.toUpperCase()
    if (!METHODS.includes(verb as Method)) throw new UsageError(`'${method}' is no method of the API; it is one of ${METHODS.join(', ')}`)
    if (!path.startsWith('/')) throw new UsageError(`'${path}' is no path of the API; it begins with /`)
    const body = values.body?.startsWith('@') ? await readFile(values.body.slice(1), 'utf8') : values.body
    const answer = await (await openClient(values, env)).raw(verb as Method, path, body)
    terminal.out(answer.endsWith('\n') || !answer ? answer : `${answer}\n`)
    return 0
  },
})
