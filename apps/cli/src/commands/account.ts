// `credence account …`: the account behind the key in use.
import type { UserLogs } from '@credence/contract'
import { LIMITS } from '@credence/contract'
import { command, UsageError, wholeNumber } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json, time } from '../table.ts'
import { listCommand } from './list-command.ts'

type LoggedEvent = UserLogs['logs'][number]

const log = listCommand({
  name: 'account log',
  summary: 'list what happened to your account',
  description: 'Lists sign-ins, keys that came and went, and other events of your account, newest first.',
  options: { limit: { type: 'string', value: 'N', about: `at most so many; ${LIMITS.account.events.default} unless given` } },
  examples: [{ line: 'credence account log --limit 10', about: 'the last ten events' }],
  columns: {
    when: (event: LoggedEvent) => time(Date.parse(event.timestamp)),
    event: (event) => event.eventType,
    result: (event) => event.eventResponse,
    address: (event) => event.ipAddress,
    device: (event) => event.deviceName,
  },
  async items(client, values) {
    const limit = wholeNumber('limit', values.limit, { min: 1, max: LIMITS.account.events.max })
    return (await client.users.logs(limit === undefined ? {} : { limit })).logs
  },
  none: 'Nothing has happened yet.',
})

const update = command({
  name: 'account update',
  summary: 'change your e-mail address',
  description: 'Changes the e-mail address of your account.',
  positionals: [{ name: 'USERNAME', about: 'the new e-mail address' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence account update ada@example.com', about: 'another address' }],
  async run({ values, positionals: [Username] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).users.update({ Username: Username! })
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

const logoutAll = command({
  name: 'account logout-all',
  summary: 'end all sessions',
  description: 'Ends every session of your account at once. API keys stay.',
  positionals: [],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence account logout-all', about: 'after a laptop was lost' }],
  async run({ values }, { terminal, env }) {
    const answer = await (await openClient(values, env)).users.logoutAll()
    terminal.out(values.json ? json(answer) : 'All sessions are over\n')
    return 0
  },
})

const remove = command({
  name: 'account delete',
  summary: 'delete your account and all that belongs to it',
  description:
    'Deletes your account for good: keys, cores, builds, tasks and outputs. What runs is cancelled. Needs its name, so that no other one goes.',
  positionals: [],
  options: { name: { type: 'string', value: 'USERNAME', about: 'the name of the account, as `credence whoami` shows it' }, ...PLATFORM_OPTIONS },
  examples: [{ line: 'credence account delete --name ada@example.com', about: 'it cannot be brought back' }],
  async run({ values }, { terminal, env }) {
    const client = await openClient(values, env)
    const { Username } = await client.users.me()
    if (values.name !== Username) throw new UsageError(`this deletes ${Username} for good; repeat the command with --name ${Username}`)
    const answer = await client.users.delete()
    terminal.out(values.json ? json(answer) : `${Username} is deleted\n`)
    return 0
  },
})

export const accountCommands = [log, update, logoutAll, remove]
