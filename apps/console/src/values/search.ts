// What the address of a value's page holds besides the value: view, thresholds, how many bars.
const VIEWS = ['figures', 'table', 'samples'] as const
export interface ValueSearch {
  readonly view?: (typeof VIEWS)[number] | undefined
  /** Thresholds, as typed. */
  readonly t?: string | undefined
  readonly to?: string | undefined
  readonly full?: boolean | undefined
}
export function valueSearch(given: Record<string, unknown>): ValueSearch {
  const view = VIEWS.find((each) => each === given['view'])
  const text = (name: string) => (typeof given[name] === 'string' || typeof given[name] === 'number' ? String(given[name]) : undefined)
  const [t, to] = [text('t'), text('to')]
  return { ...(view && { view }), ...(t !== undefined && { t }), ...(to !== undefined && { to }), ...(given['full'] === true && { full: true }) }
}
