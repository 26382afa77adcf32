// Actions are data: one table per kind of object. Its rows make the buttons and row menus of a screen, the groups of the command palette and the list of keys.
import { useLayoutEffect, useRef } from 'react'
import { createStore } from './store.ts'

export interface ActionRow<Subject> {
  readonly id: string
  /** Imperative, as on its button. */
  readonly label: string
  /** One key, where single keys are on. */
  readonly key?: string
  /** Keys with others held, on the whole screen, in fields as well; written as in `chords.ts`. */
  readonly chord?: string
  /** It takes something away: listed last, asks first. */
  readonly isDestructive?: boolean
  /** Why it cannot be done now, in the words of the platform where it has some; undefined: it can. */
  readonly obstacle?: (subject: Subject) => string | undefined
}
export interface ActionTable<Subject> {
  /** Names the group in the palette: `Core`. */
  readonly name: string
  readonly rows: readonly ActionRow<Subject>[]
}
/** Every table that was made, for the palette and for tests. */
export const ACTION_TABLES: ActionTable<never>[] = []

export function actionTable<Subject>(name: string, rows: readonly ActionRow<Subject>[]): ActionTable<Subject> {
  const table = { name, rows }
  ACTION_TABLES.push(table as ActionTable<never>)
  return table
}

/** An action that can be chosen now. */
export interface OfferedAction {
  readonly group: string
  readonly id: string
  readonly label: string
  readonly key?: string | undefined
  readonly chord?: string | undefined
  readonly isDestructive: boolean
  readonly obstacle: string | undefined
  readonly perform: () => void
}
/** All actions of what the page shows, destructive ones last. */
export const offered = createStore<readonly OfferedAction[]>([])

export function offersOf<Subject>(table: ActionTable<Subject>, subject: Subject, perform: (id: string, subject: Subject) => void): OfferedAction[] {
  return table.rows
    .map(({ id, label, key, chord, isDestructive = false, obstacle }) => ({
      group: table.name,
      id,
      label,
      key,
      chord,
      isDestructive,
      obstacle: obstacle?.(subject),
      perform: () => perform(id, subject),
    }))
    .sort((one, other) => Number(one.isDestructive) - Number(other.isDestructive))
}

/**
 * Offers the actions of an object for as long as the component shows it. They are offered anew only where what can be done changed: a screen is drawn at every
 * key and event, and who follows the actions would be drawn with it.
 */
export function usePageActions<Subject>(
  table: ActionTable<Subject>,
  subject: Subject | undefined,
  perform: (id: string, subject: Subject) => void,
): void {
  const latest = useRef<(id: string) => void>(() => {})
  const offers = subject === undefined ? undefined : offersOf(table, subject, (id) => latest.current(id))
  useLayoutEffect(() => {
    latest.current = (id) => subject !== undefined && perform(id, subject)
  })
  const facts = JSON.stringify(offers?.map(({ id, obstacle }) => [id, obstacle]))
  // With what is drawn, not after it: a key may come at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts stand for what is offered
  useLayoutEffect(() => {
    if (!offers) return
    offered.set([...offered.get(), ...offers])
    return () => offered.set(offered.get().filter((each) => !offers.includes(each)))
  }, [table, facts])
}
