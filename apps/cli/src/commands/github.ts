// `credence github …`: the connection of your account to GitHub.
import type { GitHubIntegration } from '@credence/contract'
import { command, UsageError } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, time } from '../table.ts'

const connect = command({
  name: 'github connect',
  summary: 'connect your account to GitHub',
  description:
    'Connects your account with a token of GitHub, taken from GITHUB_TOKEN so that it stays out of the shell history. It is stored encrypted.',
  positionals: [],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence github connect', about: 'so that private repositories can be built' }],
  async run({ values }, { terminal, env }) {
    const GithubToken = env['GITHUB_TOKEN']
    if (!GithubToken) throw new UsageError('GITHUB_TOKEN is not set: put a token of GitHub there')
    const connection = await (await openClient(values, env)).github.connect({ GithubToken })
    terminal.out(values.json ? json(connection) : shown(connection))
    return 0
  },
})
const show = command({
  name: 'github get',
  summary: 'show as whom you are connected to GitHub',
  description: 'Shows the connection of your account to GitHub.',
  positionals: [],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence github get', about: 'whose token is in use' }],
  async run({ values }, { terminal, env }) {
    const connection = await (await openClient(values, env)).github.get()
    terminal.out(values.json ? json(connection) : shown(connection))
    return 0
  },
})
const disconnect = command({
  name: 'github disconnect',
  summary: 'forget the connection to GitHub',
  description: 'Forgets the connection of your account to GitHub and its token.',
  positionals: [],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence github disconnect', about: 'forget the token' }],
  async run({ values }, { terminal, env }) {
    const answer = await (await openClient(values, env)).github.disconnect()
    if (values.json) terminal.out(json(answer))
    return 0
  },
})
export const githubCommands = [connect, show, disconnect]

const shown = ({ GithubUsername, ConnectedAt }: GitHubIntegration): string =>
  fields([
    ['user', GithubUsername],
    ['since', time(ConnectedAt * 1000)],
  ])
