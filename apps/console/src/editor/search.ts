// What the address of the editor holds: the tab of the result, the list of variables, and which part a narrow screen shows. Never the source.
import { RESULT_TABS, type ResultTab } from './actions.ts'

export interface EditorSearch {
  readonly tab?: ResultTab
  readonly variables?: true
  readonly view?: 'code' | 'result'
}
export const editorSearch = (given: Record<string, unknown>): EditorSearch => ({
  ...(RESULT_TABS.includes(given['tab'] as ResultTab) && { tab: given['tab'] as ResultTab }),
  ...(given['variables'] === true && { variables: true as const }),
  ...((given['view'] === 'code' || given['view'] === 'result') && { view: given['view'] }),
})
