// What came of the last run: phases while one is under way, then its values, outputs, messages and figures, with the source they belong to.
import { lazy, Suspense, useEffect } from 'react'
import { watch } from '../state/endings.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Phases } from './Phases.tsx'
import { clearOutcome } from './run.ts'
import type { RunState } from './run-state.ts'
import type { ShownOutcomeProps } from './ShownOutcome.tsx'

const load = async () => ({ default: (await import('./ShownOutcome.tsx')).ShownOutcome })
const ShownOutcome = lazy(load)

interface ResultPanelProps extends Pick<ShownOutcomeProps, 'isOld' | 'tab' | 'onTab' | 'onLine' | 'onLanguage'> {
  readonly state: RunState
}

export function ResultPanel({ state, isOld, tab, onTab, onLine, onLanguage }: ResultPanelProps) {
  const { outcome, stage, error, jobs } = state
  useEffect(() => watch(jobs ?? []), [jobs])
  useEffect(() => {
    if (stage !== 'idle') void load().catch(() => {}) // there by the time that the run ends
  }, [stage])
  return (
    <section className="panel result" aria-labelledby="result-title">
      <div className="row spread">
        <h2 id="result-title">Result</h2>
        {outcome && stage === 'idle' && (
          <button type="button" className="button button-small" onClick={clearOutcome}>
            Clear
          </button>
        )}
      </div>
      {stage !== 'idle' && <Phases state={state} />}
      {error !== undefined && stage === 'idle' && <ErrorNote error={error} />}
      {outcome ? (
        <Suspense>
          <ShownOutcome
            outcome={outcome}
            isDimmed={stage !== 'idle' || isOld}
            isOld={isOld}
            tab={tab}
            onTab={onTab}
            onLine={onLine}
            onLanguage={onLanguage}
            state={state}
          />
        </Suspense>
      ) : (
        stage === 'idle' &&
        error === undefined && <p className="muted">Run the program to see what it prints. Its numbers carry their distributions.</p>
      )}
    </section>
  )
}
