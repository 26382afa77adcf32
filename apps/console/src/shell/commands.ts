// What the command palette offers for what was typed: pure, so that a test can walk it.
import { ID, type IdKind } from '@credence/contract'

export interface Command {
  readonly group: string
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly obstacle?: string | undefined
  readonly isDestructive?: boolean
  readonly perform: () => void
}

/** The kinds of objects that an id opens, and where. */
const PLACES = { task: 'tasks', build: 'tasks/builds', repository: 'repositories', core: 'cores' } as const satisfies Partial<Record<IdKind, string>>

/** The path of the object that a pasted id names; undefined: it is none that has a screen. */
export function pathOfId(text: string, areas: readonly { readonly path: string }[]): string | undefined {
  const id = text.trim()
  const kind = (Object.keys(PLACES) as (keyof typeof PLACES)[]).find((each) => new RegExp(`^${ID[each]}[a-z0-9]{32}$`).test(id))
  if (kind === undefined) return undefined
  const [area] = PLACES[kind].split('/')
  return areas.some(({ path }) => path === `/${area}`) ? `/${PLACES[kind]}/${id}` : undefined
}

/** The page of a pasted value, a number with the digits of its distribution; undefined: it is none. */
export function pathOfValue(text: string): string | undefined {
  const value = text.trim()
  return /^[-+.\w]*Ux[0-9A-Fa-f]{42,}$/.test(value) ? `/value#${value}` : undefined
}

/** Those whose words all begin somewhere in the label or group, the order kept, what takes something away last. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label, group, hint = '' }) => {
    const text = ` ${group} ${label} ${hint}`.toLowerCase()
    return words.every((word) => text.includes(` ${word}`) || (word.length > 2 && text.includes(word)))
  })
  return [...found.filter(({ isDestructive }) => !isDestructive), ...found.filter(({ isDestructive }) => isDestructive)]
}
