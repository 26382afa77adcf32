// Credentials that were looked up a moment ago: a client that sends two hundred requests a second is asked for its papers twice a second at most.

/** So long one works that another process ended; one that was ended in this one ends at once. */
const KNOWN_MS = 2000
const MOST = 10_000

export interface Known<Found> {
  /** Undefined: there is none of this id. */
  look(id: string): Promise<Found | undefined>
  /** Of one that was ended; to be called when that was committed. */
  forget(id: string): void
  /** Of all of an account. */
  forgetUser(userId: string): void
}

export function openKnown<Found extends { readonly userId: string }>(
  find: (id: string) => Promise<Found | undefined>,
  now: () => number = Date.now,
): Known<Found> {
  const known = new Map<string, { readonly found: Found; readonly until: number }>()
  let forgotten = 0
  return {
    async look(id) {
      const held = known.get(id)
      if (held && held.until > now()) return held.found
      const before = forgotten
      const found = await find(id)
      known.delete(id)
      // One that is ended while it is looked up may have been seen before that.
      if (found && forgotten === before) known.set(id, { found, until: now() + KNOWN_MS })
      if (known.size > MOST) known.delete(known.keys().next().value!)
      return found
    },
    forget(id) {
      forgotten++
      known.delete(id)
    },
    forgetUser(userId) {
      forgotten++
      for (const [id, { found }] of known) if (found.userId === userId) known.delete(id)
    },
  }
}
