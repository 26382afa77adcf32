// The form of every list: fetch, then a table or JSON. An empty one says so beside the table's head, on standard error, where no script reads it.
import type { Client } from '@credence/client'
import { type Command, command, type OptionRows, type Values } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json, table } from '../table.ts'

interface List<Rows extends OptionRows, Item> extends Pick<Command, 'name' | 'summary' | 'description' | 'examples'> {
  /** Besides those that every command of the platform takes. */
  readonly options: Rows
  readonly columns: Readonly<Record<string, (item: Item) => string>>
  readonly items: (client: Client, values: Values<Rows>) => Promise<readonly Item[]>
  /** What to say of an empty list. */
  readonly none: string
}

export function listCommand<const Rows extends OptionRows, Item>({ options, columns, items, none, ...row }: List<Rows, Item>): Command {
  return command({
    ...row,
    positionals: [],
    options: { ...options, ...PLATFORM_OPTIONS } as OptionRows,
    async run({ values }, { terminal, env }) {
      const { json: asJson, host, key, ...own } = values
      const client = await openClient({ ...(typeof host === 'string' && { host }), ...(typeof key === 'string' && { key }) }, env)
      const found = await items(client, own as Values<Rows>) // what is left are the rows of this list
      if (asJson) {
        terminal.out(json(found))
        return 0
      }
      const rows = found.map((item) => Object.values(columns).map((cell) => cell(item)))
      terminal.out(table(Object.keys(columns), rows))
      if (found.length === 0) terminal.error(`${none}\n`)
      return 0
    },
  })
}
