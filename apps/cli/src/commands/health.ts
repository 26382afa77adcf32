// `credence health`: whether a platform works.
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json, table } from '../table.ts'

export const health = command({
  name: 'health',
  summary: 'ask whether the platform works',
  description: 'Lets the platform try each of its services. Ends with 1 if one of them is unhealthy. Needs no key.',
  positionals: [{ name: 'SERVICE', about: 'one service, as database; all unless given', isOptional: true }],
  options: PLATFORM_OPTIONS,
  examples: [
    { line: 'credence health', about: 'all services' },
    { line: 'credence health runner --json', about: 'one service with its details' },
  ],
  async run({ values, positionals: [service] }, { terminal, env }) {
    const client = await openClient(values, env, { needsKey: false })
    const answer = service === undefined ? await client.health.all() : await client.health.of(service)
    const records = 'services' in answer ? answer.services : [answer]
    const rows = records.map(({ service, status, details }) => [service, status, `${details.responseTime} ms`, details.error ?? ''])
    terminal.out(values.json ? json(answer) : table(['service', 'status', 'time', 'error'], rows))
    return records.some(({ status }) => status === 'unhealthy') ? EXIT.failed : 0
  },
})
