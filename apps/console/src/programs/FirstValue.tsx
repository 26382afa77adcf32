import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FRESH } from '../api/queries.ts'
import { afterRest } from '../state/after-rest.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'

interface FirstValueProps {
  readonly TaskID: string
  /** Of the run. */
  readonly name: string
  /** It is fetched once it stays in view: for long lists. */
  readonly whenSeen?: boolean
}
/** The first value that a run printed, with its spark. */
export function FirstValue({ TaskID, name, whenSeen = false }: FirstValueProps) {
  const [isSeen, setSeen] = useState(!whenSeen)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isSeen || !place.current) return
    const element = place.current
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    const observe = afterRest(() => observer.observe(element)) // rows that are scrolled past are gone by then
    observe()
    return () => {
      observe.cancel()
      observer.disconnect()
    }
  }, [isSeen])
  const { data, error } = useQuery({
    queryKey: ['firstValue', TaskID],
    queryFn: async ({ signal }) => (await import('./first-value.ts')).firstValueOf(TaskID, signal),
    enabled: isSeen,
    staleTime: FRESH.lasting,
    retry: false, // outputs are kept for a limited time
  })
  if (!data)
    return (
      <span ref={place} className="muted">
        <NotLoaded error={error} />
      </span>
    )
  return (
    <span className="first-value">
      {data.spark && (
        <svg className="spark" viewBox="0 0 1 1" preserveAspectRatio="none" role="img" aria-label={`Distribution of the first value of ${name}`}>
          <path d={data.spark.path} />
        </svg>
      )}
      <span className="tabular">{data.stated}</span>
    </span>
  )
}
