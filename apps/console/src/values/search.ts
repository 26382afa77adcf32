// What the address of a value's page holds besides the value: its name and the task that printed it, view, thresholds, how many bars.
const VIEWS = ['figures', 'table', 'samples'] as const
export interface ValueSearch {
  readonly name?: string | undefined
  /** The task that printed it. */
  readonly of?: string | undefined
  readonly view?: (typeof VIEWS)[number] | undefined
  /** Thresholds, as typed. */
  readonly t?: string | undefined
  readonly to?: string | undefined
  readonly full?: boolean | undefined
}
export function valueSearch(given: Record<string, unknown>): ValueSearch {
  const view = VIEWS.find((each) => each === given['view'])
  const text = (name: string) => (typeof given[name] === 'string' || typeof given[name] === 'number' ? String(given[name]) : undefined)
  const [name, t, to] = [text('name'), text('t'), text('to')]
  const of = text('of')?.match(/^tsk_[0-9a-f]{32}$/)?.[0]
  return {
    ...(name && { name }),
    ...(of && { of }),
    ...(view && { view }),
    ...(t !== undefined && { t }),
    ...(to !== undefined && { to }),
    ...(given['full'] === true && { full: true }),
  }
}
