// Which runs a sweep makes: cores, argument sets, and how many that is beside what the plan allows.
import type { Core, User } from '@credence/contract'
import { useId } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { argumentSets, MOST_CELLS, patternFault } from './grid.ts'

interface SweepFormProps {
  /** Id of the build whose program runs. */
  readonly build: string
  readonly cores: readonly Core[]
  readonly chosen: readonly string[]
  readonly pattern: string
  readonly user: User | undefined
  readonly atOnce: number
  readonly onCores: (names: readonly string[]) => void
  readonly onPattern: (pattern: string) => void
  readonly onStart: () => void
}
export function SweepForm({ build, cores, chosen, pattern, user, atOnce, onCores, onPattern, onStart }: SweepFormProps) {
  const id = useId()
  const fault = patternFault(pattern)
  const sets = fault ? [] : argumentSets(pattern)
  const count = chosen.length * sets.length
  const toggle = (name: string) => onCores(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  const most = user?.Limits?.UnfinishedCount
  const obstacle =
    fault ||
    (chosen.length === 0
      ? 'Choose a core.'
      : count > MOST_CELLS
        ? `${count} runs are more than ${MOST_CELLS}.`
        : most && most < atOnce
          ? 'The plan allows fewer.'
          : '')
  return (
    <section className="panel stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Runs</h2>
      <fieldset className="choice">
        <legend>Cores</legend>
        <div className="sweep-cores">
          {cores.map(({ CoreID, Name, Microarchitecture, Precision }) => (
            <label key={CoreID}>
              <input type="checkbox" checked={chosen.includes(Name)} onChange={() => toggle(Name)} /> <span className="nowrap">{Name}</span>{' '}
              <span className="muted small">
                {Microarchitecture} {Precision.toLocaleString('en')}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="row">
        <button
          type="button"
          className="button button-small"
          onClick={() => onCores(cores.filter(({ Microarchitecture }) => Microarchitecture !== 'Reference').map(({ Name }) => Name))}
        >
          All but Reference
        </button>
        <button type="button" className="button button-small" onClick={() => onCores([])}>
          None
        </button>
      </p>
      <div className="field">
        <label htmlFor={`${id}-pattern`}>Arguments</label>
        <textarea
          id={`${id}-pattern`}
          rows={2}
          spellCheck={false}
          value={pattern}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={`${id}-said`}
          onChange={(event) => onPattern(event.target.value)}
        />
        <p id={`${id}-said`} className={fault ? 'fault' : 'hint'} role="status">
          {fault || (
            <>
              <code>{'{a,b}'}</code> is a or b, <code>1:0.5:3</code> goes from 1 to 3 in steps of 0.5; each line is a set of its own.{' '}
              {sets.length > 1 && `${sets.length} sets: ${sets.slice(0, 4).join(' · ')}${sets.length > 4 ? ' …' : ''}`}
            </>
          )}
        </p>
      </div>
      <p>
        <b>
          {count.toLocaleString('en')} run{count === 1 ? '' : 's'}
        </b>{' '}
        ({chosen.length} core{chosen.length === 1 ? '' : 's'} × {sets.length} set{sets.length === 1 ? '' : 's'} of arguments), {atOnce} at a time.{' '}
        {user?.Limits && (
          <span className="muted">
            The plan runs {user.Limits.RunningCount} at a time and lets {user.Limits.UnfinishedCount.toLocaleString('en')} wait; unfinished now:{' '}
            {user.ResourceUsage.ConcurrentTaskCount + user.ResourceUsage.ConcurrentBuildCount}.
          </span>
        )}
      </p>
      <div className="row">
        <ActionButton look="primary" obstacle={obstacle || undefined} onAction={onStart}>
          Start {count} run{count === 1 ? '' : 's'}
        </ActionButton>
        <CopyAs
          what="the first run"
          call={callOf('createTask', { path: { BuildID: build }, body: { Arguments: sets[0] ?? '' } }, `credence tasks run ${build}`)}
        />
      </div>
    </section>
  )
}
