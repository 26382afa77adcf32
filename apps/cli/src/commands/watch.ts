// `credence watch`: what changes in the account, as it happens.
import { CHANNELS, type EventKind, type RealtimeEvent } from '@credence/contract'
import { type Context, command, UsageError } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'

export const watch = command({
  name: 'watch',
  summary: 'show what changes, as it happens',
  description: `Shows every change of the status of your builds and tasks until you press Ctrl-C, over the realtime channel of the platform;
where that cannot be reached it asks every few seconds.`,
  positionals: [],
  options: {
    events: { type: 'string', short: 'e', value: 'LIST', about: `which, with commas, or all: ${CHANNELS.join(', ')}` },
    ...PLATFORM_OPTIONS,
    json: { type: 'boolean', about: 'print each event as a line of JSON' },
  },
  examples: [
    { line: 'credence watch', about: 'builds and tasks, a line for each step' },
    { line: 'credence watch --events all --json', about: 'every event, a line of JSON each' },
  ],
  async run({ values }, context) {
    const { terminal, env, signal } = context
    const kinds = kindsOf(values.events)
    const client = await openClient(values, env)
    const options = { ...(kinds && { kinds }), ...(signal && { signal }), onState: stateTo(context) }
    try {
      for await (const event of client.events(options)) {
        terminal.out(values.json ? `${JSON.stringify(event)}\n` : line(event))
      }
    } catch (error) {
      if (!signal?.aborted) throw error
    }
    terminal.progress('')
    return EXIT.cancelled
  },
})

/** @throws UsageError */
function kindsOf(text: string | undefined): readonly EventKind[] | undefined {
  if (text === undefined) return undefined
  if (text === 'all') return CHANNELS
  const words = text.split(',').map((word) => word.trim())
  const wrong = words.find((word) => !(CHANNELS as readonly string[]).includes(word))
  if (wrong !== undefined) throw new UsageError(`'${wrong}' is no event; they are ${CHANNELS.join(', ')}, or all`)
  return CHANNELS.filter((kind) => words.includes(kind))
}

const stateTo =
  ({ terminal }: Context) =>
  (state: 'live' | 'polling'): void => {
    if (state === 'polling') terminal.error('credence: the realtime channel cannot be reached; asking every few seconds until it can\n')
    else terminal.progress('watching')
  }

/** `12:34:56 task tsk_… Completed  Task completed.` */
function line({ created, event, data }: RealtimeEvent): string {
  const [, clock = created] = /T(\d\d:\d\d:\d\d)/.exec(created) ?? []
  const noun = event.split('-')[0]
  if ('status' in data) {
    const id = 'taskId' in data ? data.taskId : data.buildId
    return `${clock}  ${noun?.padEnd(5)}  ${id}  ${data.status.padEnd(12)}  ${data.message}\n`
  }
  if ('ResourceUsage' in data) {
    const figures = Object.entries(data.ResourceUsage).filter(([, value]) => value !== 0)
    return `${clock}  ${event}  ${figures.map(([name, value]) => `${name} ${value}`).join(', ')}\n`
  }
  return `${clock}  ${event}\n`
}
