// Who guesses passwords waits: five wrong ones for a name from one network, then a pause that doubles. The pause is of that name at that network alone, so
// nobody can lock out somebody else by failing in their name from elsewhere. In memory: a start forgets it, and each process counts for itself.
import { LIMITS } from '@credence/contract'

const { free, firstSeconds, mostSeconds, forgetSeconds } = LIMITS.session.failures
const MOST = 10_000

export interface Tries {
  /** Seconds until one may try again; 0: now. */
  wait(name: string, network: string): number
  failed(name: string, network: string): void
  succeeded(name: string, network: string): void
}

export function openTries(now: () => number = Date.now): Tries {
  const failures = new Map<string, { count: number; until: number; at: number }>()
  const placeOf = (name: string, network: string) => `${network} ${name.toLowerCase()}`
  return {
    wait(name, network) {
      const found = failures.get(placeOf(name, network))
      return found === undefined ? 0 : Math.max(0, Math.ceil((found.until - now()) / 1000))
    },
    failed(name, network) {
      const place = placeOf(name, network)
      const before = failures.get(place)
      const count = before === undefined || now() - before.at > forgetSeconds * 1000 ? 1 : before.count + 1
      const pause = count < free ? 0 : Math.min(mostSeconds, firstSeconds * 2 ** (count - free))
      failures.delete(place) // last used is last in the map
      failures.set(place, { count, until: now() + pause * 1000, at: now() })
      if (failures.size > MOST) failures.delete(failures.keys().next().value!)
    },
    succeeded: (name, network) => void failures.delete(placeOf(name, network)),
  }
}
