// What is marked with a star, by kind, as the account keeps it: JSON in a preference.
export type Pins = Readonly<Record<string, readonly string[]>>
/** Whatever was stored: only lists of texts count. */
export function readPins(stored: unknown): Pins {
  try {
    const pins: unknown = JSON.parse(String(stored ?? '{}'))
    if (typeof pins !== 'object' || pins === null) return {}
    return Object.fromEntries(
      Object.entries(pins).flatMap(([kind, ids]) => (Array.isArray(ids) ? [[kind, ids.filter((id): id is string => typeof id === 'string')]] : [])),
    )
  } catch {
    return {}
  }
}
export const togglePin = (pins: Pins, kind: string, id: string): Pins => {
  const ids = pins[kind] ?? []
  return { ...pins, [kind]: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] }
}
