// What can be done in the editor: one table for buttons, keys, the list of keys and the palette.

import type { Draft } from '../programs/draft.ts'
import { type ActionRow, actionTable } from '../state/actions.ts'
import type { RunState } from './run-state.ts'

export const RESULT_TABS = ['values', 'stdout', 'stderr', 'build', 'internals', 'stats', 'files'] as const
export type ResultTab = (typeof RESULT_TABS)[number]
export const LAYOUTS = ['below', 'beside', 'full'] as const
export type EditorLayout = (typeof LAYOUTS)[number]

/** What the actions are about. */
export interface EditorNow {
  readonly draft: Draft
  readonly run: RunState
  /** Why it cannot run now; empty where it can. */
  readonly blocked: string
}
export type EditorActionId =
  | 'run'
  | 'cancel'
  | 'save'
  | 'next-message'
  | 'previous-message'
  | 'layout'
  | 'result'
  | 'share'
  | 'download'
  | 'new'
  | 'variables'
  | 'insert'
  | 'sweep'
  | 'reference'
  | ResultTabActionId
export type ResultTabActionId = `tab-${ResultTab}`
export interface EditorAction extends ActionRow<EditorNow> {
  readonly id: EditorActionId
}
const noMessages = ({ run }: EditorNow): string | undefined => (run.outcome?.messages.length ? undefined : 'The last build had no messages.')

const notBuilt = ({ run }: EditorNow): string | undefined =>
  run.outcome?.build?.Status === 'Completed' ? undefined : 'Run it on the platform first: a sweep runs the program of a build.'

export const EDITOR_ACTIONS: readonly EditorAction[] = [
  { id: 'run', label: 'Run', chord: 'Mod-Enter', obstacle: ({ blocked }) => blocked || undefined },
  {
    id: 'cancel',
    label: 'Cancel',
    chord: 'Mod-.',
    obstacle: ({ run }) => (run.stage === 'idle' ? 'Nothing runs.' : run.stage === 'cancelling' ? 'It is being cancelled.' : undefined),
  },
  { id: 'save', label: 'Save as a named file', chord: 'Mod-s' },
  { id: 'next-message', label: 'Next message', chord: 'F8', obstacle: noMessages },
  { id: 'previous-message', label: 'Previous message', chord: 'Shift-F8', obstacle: noMessages },
  { id: 'layout', label: 'Change the layout', chord: 'Mod-\\' },
  { id: 'result', label: 'Go to the result', chord: 'Mod-j' },
  ...RESULT_TABS.map((tab, index) => ({ id: `tab-${tab}` as const, label: `Show ${tab} of the result`, chord: `Alt-${index + 1}` })),
  { id: 'variables', label: 'Show variables' },
  { id: 'insert', label: 'Insert a distribution', chord: 'Mod-Shift-d' },
  { id: 'sweep', label: 'Sweep', obstacle: notBuilt },
  { id: 'reference', label: 'Run on Reference', obstacle: ({ run }) => (run.outcome?.task ? undefined : 'Run it on the platform first.') },
  { id: 'share', label: 'Share' },
  { id: 'download', label: 'Download' },
  { id: 'new', label: 'New draft', key: 'n' },
]
export const EDITOR_TABLE = actionTable<EditorNow>('Editor', EDITOR_ACTIONS)
