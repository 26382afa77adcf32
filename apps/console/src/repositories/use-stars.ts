// Repositories with a star are those that are pinned to Home.
import { togglePin } from '../programs/pins.ts'
import { usePins } from '../programs/use-own.ts'

export interface Stars {
  readonly stars: ReadonlySet<string>
  readonly toggle: (repositoryId: string, name: string) => void
}
export function useStars(): Stars {
  const [pins, change] = usePins()
  return {
    stars: new Set(pins.flatMap((pin) => ('repository' in pin ? [pin.repository] : []))),
    toggle: (repository, name) => change((all) => togglePin(all, { repository, name })),
  }
}
