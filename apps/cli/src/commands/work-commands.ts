// What `credence builds` and `credence tasks` do alike: show a piece of work, wait for it, cancel it, delete it.
import type { Client, WaitOptions } from '@credence/client'
import { LIMITS, type Message, type Status, type StatusTransition } from '@credence/contract'
import { type Command, type Context, command } from '../command.ts'
import { CONNECTION, openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json } from '../table.ts'
import { waited } from './shared.ts'

export interface Work {
  readonly Status: Status
  readonly StatusTransitions?: readonly StatusTransition[]
}

interface Kind<Item extends Work> {
  readonly noun: 'build' | 'task'
  /** An id for the examples. */
  readonly id: string
  readonly of: (client: Client) => {
    get(id: string): Promise<Item>
    wait(id: string, options: WaitOptions): Promise<Item>
    cancel(id: string): Promise<Message>
    delete(id: string): Promise<unknown>
    update(id: string, body: { readonly Name: string }): Promise<Item>
  }
  readonly describe: (item: Item) => string
  /** What is shown, cancelled and deleted, and with which exit codes waiting ends, for the help. */
  readonly about: { readonly get: string; readonly wait: string; readonly cancel: string; readonly remove: string }
  readonly ended: (item: Item, context: Context) => number
}

export function workCommands<Item extends Work>({
  noun,
  id: example,
  of,
  describe,
  about,
  ended,
}: Kind<Item>): Record<'get' | 'wait' | 'rename' | 'cancel' | 'remove', Command> {
  const group = `${noun}s`
  const positionals = [{ name: noun.toUpperCase(), about: `the id of a ${noun}, ${example.slice(0, 4)}…` }]
  const one = (verb: string, line: string) => ({
    name: `${group} ${verb}`,
    positionals,
    examples: [{ line: `credence ${group} ${verb} ${example}`, about: line }],
  })
  return {
    get: command({
      ...one('get', 'see why it stopped'),
      summary: `show a ${noun}`,
      description: about.get,
      options: PLATFORM_OPTIONS,
      async run({ values, positionals: [id] }, { terminal, env }) {
        const item = await of(await openClient(values, env)).get(id!)
        terminal.out(values.json ? json(item) : describe(item))
        return 0
      },
    }),
    wait: command({
      ...one('wait', `after \`${group} ${noun === 'build' ? 'create' : 'run'} --detach\``),
      summary: `wait until a ${noun} ends`,
      description: `Waits until a ${noun} ends. ${about.wait}`,
      options: PLATFORM_OPTIONS,
      async run({ values, positionals: [id] }, context) {
        const item = await waited(noun, id!, of(await openClient(values, context.env)).wait, context)
        context.terminal.out(values.json ? json(item) : `${item.Status}\n`)
        return ended(item, context)
      },
    }),
    rename: command({
      name: `${group} rename`,
      summary: `name a ${noun}`,
      description: `Gives a ${noun} another name, of at most ${LIMITS.job.nameCharacters} characters; an empty one takes it away.`,
      positionals: [...positionals, { name: 'NAME', about: 'a name of your choice' }],
      options: PLATFORM_OPTIONS,
      examples: [{ line: `credence ${group} rename ${example} "Sweep, cold"`, about: 'call it so' }],
      async run({ values, positionals: [id, name] }, { terminal, env }) {
        const item = await of(await openClient(values, env)).update(id!, { Name: name! })
        if (values.json) terminal.out(json(item))
        return 0
      },
    }),
    cancel: command({
      ...one('cancel', 'end it'),
      summary: `cancel a ${noun}`,
      description: about.cancel,
      options: PLATFORM_OPTIONS,
      async run({ values, positionals: [id] }, { terminal, env }) {
        const answer = await of(await openClient(values, env)).cancel(id!)
        terminal.out(values.json ? json(answer) : `${answer.message}\n`)
        return 0
      },
    }),
    remove: command({
      ...one('delete', 'delete it'),
      summary: `delete a ${noun}`,
      description: about.remove,
      options: CONNECTION,
      async run({ values, positionals: [id] }, { env }) {
        await of(await openClient(values, env)).delete(id!)
        return 0
      },
    }),
  }
}
