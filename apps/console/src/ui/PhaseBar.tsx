// How far a build or task is: its phases as they are told, never a guess between two of them; the time counts here.
import { isTerminal, type Status } from '@credence/contract'
import { useEffect, useState } from 'react'
import { duration } from './duration.ts'

const PHASES = ['Accepted', 'Initialising', 'In Progress'] as const
const STEP_MS = 1000

export function PhaseBar({ status }: { readonly status: Status }) {
  const at = status === 'Rescheduled' ? 0 : isTerminal(status) ? PHASES.length : PHASES.indexOf(status as (typeof PHASES)[number])
  return (
    <span className="phases" aria-hidden="true">
      {PHASES.map((phase, index) => (
        <span key={phase} data-state={index < at ? 'over' : index === at ? 'now' : undefined} />
      ))}
    </span>
  )
}

/** Since a time in milliseconds; stands still at `until`. */
export function Elapsed({ since, until }: { readonly since: number | undefined; readonly until?: number | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until !== undefined) return
    const timer = setInterval(() => setNow(Date.now()), STEP_MS)
    return () => clearInterval(timer)
  }, [until])
  return since === undefined ? <>–</> : <span className="tabular">{duration(Math.max(0, (until ?? now) - since))}</span>
}
