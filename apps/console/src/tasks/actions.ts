// What can be done with a task or a build: one table for each, for buttons, menus of rows, keys, the palette and tests. Whether it can be done follows from
// the status alone.
import { isActive, isTerminal, type Status } from '@credence/contract'
import type { JobKind } from '../api/hear.ts'
import { type ActionRow, type ActionTable, actionTable } from '../state/actions.ts'

export type { JobKind }
export interface Job {
  readonly status: Status
}
export type JobAction = ActionRow<Job>

const OPEN: JobAction = { id: 'open', label: 'Open', key: 'Enter' }
const AGAIN: JobAction = {
  id: 'again',
  label: 'Run again',
  key: 'R',
  obstacle: ({ status }) => (isTerminal(status) ? undefined : 'It has not ended yet.'),
}
const CHANGED: JobAction = { id: 'changed', label: 'Run again with changes', obstacle: AGAIN.obstacle! }
const COMPARE: JobAction = { id: 'compare', label: 'Compare', key: 'c' }
/** Of a run that tracks, with Monte Carlo. */
const REFERENCE: JobAction = {
  id: 'reference',
  label: 'Compare with Monte Carlo',
  obstacle: ({ status }) => (status === 'Completed' ? undefined : 'It has no result.'),
}
const SWEEP: JobAction = { id: 'sweep', label: 'Sweep' }
const RENAME: JobAction = { id: 'rename', label: 'Rename', key: 'F2' }
const EDIT: JobAction = { id: 'edit', label: 'Open in editor', key: 'e' }
const CANCEL: JobAction = {
  id: 'cancel',
  label: 'Cancel',
  key: 'C',
  obstacle: ({ status }) => (isTerminal(status) ? 'It has ended already.' : undefined),
}
const DELETE: JobAction = {
  id: 'delete',
  label: 'Delete',
  key: 'Delete',
  isDestructive: true,
  obstacle: ({ status }) => (isActive(status) ? 'It is active: cancel it first.' : undefined),
}

export const JOB_ACTIONS = {
  task: actionTable<Job>('Task', [OPEN, AGAIN, CHANGED, COMPARE, REFERENCE, SWEEP, EDIT, RENAME, CANCEL, DELETE]),
  build: actionTable<Job>('Build', [OPEN, SWEEP, EDIT, RENAME, CANCEL, DELETE]),
} as const satisfies Record<JobKind, unknown>

/** Of the list that was looked at last. */
export const NEIGHBOURS = actionTable<{ readonly previous: string | undefined; readonly next: string | undefined }>('List', [
  {
    id: 'previous',
    label: 'Previous in the list',
    key: '[',
    obstacle: ({ previous }) => (previous ? undefined : 'It is the first that was loaded.'),
  },
  { id: 'next', label: 'Next in the list', key: ']', obstacle: ({ next }) => (next ? undefined : 'It is the last that was loaded.') },
])

/** Rows of a list: what needs a dialog of the object's own page is done there. */
export const rowActions = (kind: JobKind): readonly JobAction[] =>
  JOB_ACTIONS[kind].rows.filter((action) => action !== CHANGED && action !== REFERENCE)
/** Of the page of one object, which is open already. */
const withoutOpen = (kind: JobKind): readonly JobAction[] => JOB_ACTIONS[kind].rows.filter((action) => action !== OPEN)
/** Its buttons: beside its name stands what renames it. */
export const pageActions = (kind: JobKind): readonly JobAction[] => withoutOpen(kind).filter((action) => action !== RENAME)
/** Its palette, menu and keys. */
export const PAGE_TABLES: Readonly<Record<JobKind, ActionTable<Job>>> = {
  task: { name: JOB_ACTIONS.task.name, rows: withoutOpen('task') },
  build: { name: JOB_ACTIONS.build.name, rows: withoutOpen('build') },
}
export const refusalOf = (action: JobAction, status: Status): string | undefined => action.obstacle?.({ status })
export const [OPENING, RENAMING, DELETING] = [OPEN, RENAME, DELETE]
