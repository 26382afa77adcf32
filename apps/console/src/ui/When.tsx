import { useEffect, useState } from 'react'
import { ago } from './ago.ts'

const STEP_MS = 15_000

/** How long ago, with the time itself as its title. @param at  milliseconds since the epoch */
export function When({ at }: { readonly at: number | null | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  if (at === null || at === undefined) return <>–</>
  const iso = new Date(at).toISOString()
  return (
    <time dateTime={iso} title={`${new Date(at).toLocaleString()} (${iso})`}>
      {ago(at, now)}
    </time>
  )
}
