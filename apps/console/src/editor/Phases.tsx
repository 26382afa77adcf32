// The phases of a run. A bar moves when a status moves; the time of the active one counts.
import { ID } from '@credence/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { RunState } from './run-state.ts'

const TICK_MS = 100

export function Phases({ state: { phases, stage, loaded, place, jobs } }: { readonly state: RunState }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const task = phases.some(({ name, state }) => name === 'Run' && state === 'active') ? jobs?.find((id) => id.startsWith(ID.task)) : undefined
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  return (
    <div className="stack">
      <ol className="run-phases" aria-label="Phases of the run">
        {phases.map(({ name, state, from, to }) => (
          <li key={name} data-state={state}>
            <b>{name}</b>{' '}
            <span className="small">
              {from === undefined ? (state === 'left out' ? 'not needed' : 'waits') : `${(((to ?? now) - from) / 1000).toFixed(1)} s`}
            </span>
          </li>
        ))}
      </ol>
      {task !== undefined && (
        <p className="small">
          <Link to="/tasks/$taskId" params={{ taskId: task }} search={{}}>
            What it has printed so far
          </Link>
        </p>
      )}
      {stage === 'cancelling' && <p className="muted">Cancelling …</p>}
      {place === 'browser' && loaded && (
        <p className="small muted">
          <progress aria-label="Compiler" value={loaded.done} max={loaded.total} /> {megabytes(loaded.done)} of {megabytes(loaded.total)} MB of the
          compiler, once; your browser keeps it.
        </p>
      )}
    </div>
  )
}
