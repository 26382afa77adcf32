import { useSyncExternalStore } from 'react'
import { ago } from './ago.ts'

const STEP_MS = 15_000

/** One clock for all times that are shown, as a list has many. It stands while none is. */
const followers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let ticks = 0
function follow(listener: () => void): () => void {
  if (followers.size === 0)
    timer = setInterval(() => {
      ticks++
      for (const each of [...followers]) each()
    }, STEP_MS)
  followers.add(listener)
  return () => {
    followers.delete(listener)
    if (followers.size === 0) clearInterval(timer)
  }
}

/** How long ago, with the time itself as its title. @param at  milliseconds since the epoch */
export function When({ at }: { readonly at: number | null | undefined }) {
  useSyncExternalStore(follow, () => ticks)
  if (at === null || at === undefined) return <>–</>
  const iso = new Date(at).toISOString()
  return (
    <time dateTime={iso} title={`${new Date(at).toLocaleString()} (${iso})`}>
      {ago(at, Date.now())}
    </time>
  )
}
