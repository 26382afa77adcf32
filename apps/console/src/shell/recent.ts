// Objects that were looked at last, by title and path: of this browser, and gone with the session.
import { KEPT } from '../state/kept.ts'
import { remembered } from '../state/remembered.ts'
import { forgetOnSignOut } from '../state/session.ts'

export interface Place {
  readonly title: string
  readonly path: string
}
const kept = remembered(KEPT.recent, '[]')
const MOST = 8

export function recentPlaces(): readonly Place[] {
  try {
    return JSON.parse(kept.read()) as Place[]
  } catch {
    return []
  }
}
export const notePlace = (place: Place): void =>
  kept.write(JSON.stringify([place, ...recentPlaces().filter(({ path }) => path !== place.path)].slice(0, MOST)))

forgetOnSignOut(() => kept.write('[]'))
