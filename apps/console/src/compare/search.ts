// What the addresses of comparisons hold: which runs, which value, what is hidden.
import { idPattern } from '@credence/contract'

/** As many as one figure shows. */
export const MOST_RUNS = 8

export interface CompareSearch {
  /** Ids of tasks with commas between them; the first is what the others are compared with. */
  readonly tasks?: string
  /** Key of a value, as `matchValues` makes it. */
  readonly value?: string
  readonly differences?: true
  /** The run whose source is shown beside that of the first. */
  readonly source?: string
}
export interface ReferenceSearch {
  readonly task?: string
  readonly reference?: string
  readonly value?: string
  /** The traced value of the reference. */
  readonly traced?: string
}
const of = (kind: 'task' | 'value', text: unknown): text is string => typeof text === 'string' && new RegExp(idPattern(kind)).test(text)
const text = (given: unknown): string | undefined =>
  (typeof given === 'string' && given !== '') || typeof given === 'number' ? String(given) : undefined

export const taskIds = ({ tasks = '' }: CompareSearch): string[] => [...new Set(tasks.split(','))].filter((id) => of('task', id)).slice(0, MOST_RUNS)
export const tasksText = (ids: readonly string[]): string => ids.join(',')

export function compareSearch(given: Record<string, unknown>): CompareSearch {
  const ids = taskIds({ tasks: typeof given['tasks'] === 'string' ? given['tasks'] : '' })
  const value = text(given['value'])
  return {
    ...(ids.length > 0 && { tasks: tasksText(ids) }),
    ...(value !== undefined && { value }),
    ...(given['differences'] === true && { differences: true as const }),
    ...(of('task', given['source']) && { source: given['source'] }),
  }
}
export function referenceSearch(given: Record<string, unknown>): ReferenceSearch {
  const { task, reference, traced } = given
  const value = text(given['value'])
  return {
    ...(of('task', task) && { task }),
    ...(of('task', reference) && { reference }),
    ...(of('value', traced) && { traced }),
    ...(value !== undefined && { value }),
  }
}
