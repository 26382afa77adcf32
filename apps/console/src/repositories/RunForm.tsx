// One run of a repository: every value with where it comes from, which of them hold for this run alone, and whether a build is needed for them.
import { type Repository, shortfalls, specOf } from '@credence/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { client } from '../api/client.ts'
import { branchesQuery, commitQuery } from '../api/github.ts'
import { FRESH, listQuery, operationQuery } from '../api/queries.ts'
import { argumentsFault } from '../programs/arguments-fault.ts'
import { fetchFailure } from '../programs/clone-causes.ts'
import { DataSources, dataSourcesFault } from '../programs/DataSources.tsx'
import { FetchFailure } from '../programs/FetchFailure.tsx'
import { RunName } from '../programs/RunName.tsx'
import { TraceFields, traceFault } from '../programs/TraceFields.tsx'
import { coreLabel, useCores } from '../programs/use-cores.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Elapsed } from '../ui/PhaseBar.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { shownName } from '../ui/shown-name.ts'
import { When } from '../ui/When.tsx'
import { directoryFault, isFixed, partsOf, referenceFault } from './address.ts'
import { cancelRun, forgetRun, isBusy, type RepositoryRun, runs, startRun } from './run.ts'
import { commitIn, planRun, planWithCommit } from './run-plan.ts'
import { buildRequestOf, coreWith, ORIGINS, type Overrides, type Resolved, type RunValues, updateOf } from './run-values.ts'
import type { Configuration } from './use-configuration.ts'

interface RunFormProps {
  readonly repository: Repository
  readonly values: RunValues
  readonly overrides: Overrides
  readonly onChange: (change: Overrides) => void
  readonly configuration: Configuration
  /** Takes what `r` does. */
  readonly runRef: { current: () => void }
}
export function RunForm({ repository, values, overrides, onChange, configuration, runRef }: RunFormProps) {
  const id = useId()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { RepositoryID, RemoteURL } = repository
  const parts = partsOf(RemoteURL)
  const { cores } = useCores()
  const run = useStore(runs)[RepositoryID]
  const offline = submitObstacle(useStore(connection))
  const core = coreWith(cores, values.CoreID.value)
  const faults = {
    Branch: referenceFault(values.Branch.value, 'branch'),
    Commit: referenceFault(values.Commit.value, 'commit'),
    BuildDirectory: directoryFault(values.BuildDirectory.value),
    Arguments: argumentsFault(values.Arguments.value),
    DataSources: dataSourcesFault(values.DataSources.value),
    TraceVariables: traceFault(values.TraceVariables.value),
  }
  const wrong = Object.values(faults).find((fault) => fault !== '')
  const builds = useInfiniteQuery({ ...listQuery('listRepositoryBuilds', { path: { RepositoryID }, query: {} }), staleTime: FRESH.active })
  const commit = values.Commit.value
  const reference = commit === 'HEAD' ? values.Branch.value : commit
  const head = useQuery({ ...commitQuery(parts, reference), enabled: parts.isGitHub && !isFixed(commit) && wrong === undefined })
  const branches = useQuery({ ...branchesQuery(parts), enabled: parts.isGitHub })
  const first = planRun(
    {
      remoteUrl: RemoteURL,
      branch: values.Branch.value,
      commit,
      buildDirectory: values.BuildDirectory.value,
      core: core ? specOf(core) : ({} as ReturnType<typeof specOf>),
      traces:
        values.TraceVariables.from === 'platform' && configuration.read === undefined && !configuration.isAbsent
          ? undefined
          : values.TraceVariables.value,
    },
    builds.data?.pages.flatMap((page) => page.Builds) ?? [],
  )
  const madeOf = useQuery({ ...outputQuery(first.kind === 'ask' ? first.build.BuildID : ''), enabled: first.kind === 'ask' })
  const plan = planWithCommit(first, commitIn(madeOf.data ?? ''), head.data)
  const short = core && configuration.read ? shortfalls(configuration.read.minimumCore, core) : []
  const obstacle =
    offline ??
    (isBusy(run) ? 'It is being built or started.' : undefined) ??
    wrong ??
    (core ? undefined : 'The core was deleted: choose another one.') ??
    (builds.isPending ? 'Its builds are being looked up.' : undefined)
  const start = async () => {
    if (obstacle !== undefined) return announce(obstacle)
    announce('Running')
    // The branch may have moved since the page was opened.
    const now =
      first.kind === 'ask' && parts.isGitHub
        ? await queries.fetchQuery({ ...commitQuery(parts, reference), staleTime: 0 }).catch(() => undefined)
        : undefined
    const sure = first.kind === 'ask' ? planWithCommit(first, commitIn(madeOf.data ?? ''), now) : first
    void startRun({
      repositoryId: RepositoryID,
      overrides,
      buildId: sure.kind === 'task' ? sure.build.BuildID : undefined,
      arguments: values.Arguments.value,
      dataSources: values.DataSources.value,
    })
  }
  runRef.current = () => void start()
  const wasBusy = useRef(false)
  useEffect(() => {
    if (isBusy(run)) wasBusy.current = true
    if (run?.stage !== 'done' || !wasBusy.current) return // one that ended elsewhere leads nowhere
    forgetRun(RepositoryID)
    void navigate({ to: '/tasks/$taskId', params: { taskId: run.taskId } })
  }, [run, navigate, RepositoryID])
  const save = useMutation({
    mutationFn: () => client.repositories.update(RepositoryID, updateOf(overrides, repository)),
    onSuccess: (saved) => {
      queries.setQueryData(operationQuery('getRepository', { path: { RepositoryID } }).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['listRepositories'] })
      toast('Saved as defaults of the repository')
    },
  })
  const changed = Object.keys(updateOf(overrides, repository)).length
  const reset = (field: keyof Overrides) => onChange({ [field]: undefined })
  return (
    <div className="stack">
      <div className="run-head">
        <ActionButton look="primary" obstacle={obstacle} onAction={() => void start()}>
          <Icon name="play" size={18} /> Run
        </ActionButton>
        <p className="muted" aria-live="polite">
          {plan.kind === 'task' ? (
            <>
              Runs the build made <When at={plan.build.CreatedAt} /> again: nothing changed since.
            </>
          ) : plan.kind === 'ask' ? (
            'Looks whether the branch has moved.'
          ) : (
            `Builds first, because ${plan.because}.`
          )}
        </p>
        <span className="row run-save">
          <CopyAs what="the build" call={callOf('createRepositoryBuild', { path: { RepositoryID }, body: buildRequestOf(overrides) })} />
          <ActionButton
            obstacle={changed === 0 ? 'Every value is its default.' : (wrong ?? offline ?? (save.isPending ? 'Saving' : undefined))}
            onAction={() => save.mutate()}
          >
            Save as defaults
          </ActionButton>
        </span>
      </div>
      {save.error && <ErrorNote error={save.error} />}
      <Progress repositoryId={RepositoryID} run={run} />
      <div className="run-fields">
        <RunField of={values.Branch} onReset={() => reset('Branch')} show={(value) => value}>
          <Field
            label="Branch"
            value={values.Branch.value}
            list={`${id}-branches`}
            spellCheck={false}
            autoComplete="off"
            fault={faults.Branch || undefined}
            onChange={(event) => onChange({ Branch: event.target.value })}
          />
          <datalist id={`${id}-branches`}>
            {branches.data?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </RunField>
        <RunField of={values.Commit} onReset={() => reset('Commit')} show={(value) => value}>
          <Field
            label="Commit"
            value={commit}
            spellCheck={false}
            autoComplete="off"
            fault={faults.Commit || undefined}
            onChange={(event) => onChange({ Commit: event.target.value })}
            hint={commit === 'HEAD' ? (head.data ? `The newest is ${head.data.slice(0, 7)}.` : 'The newest of the branch.') : undefined}
          />
        </RunField>
        <RunField of={values.BuildDirectory} onReset={() => reset('BuildDirectory')} show={(value) => value}>
          <Field
            label="Build directory"
            value={values.BuildDirectory.value}
            spellCheck={false}
            autoComplete="off"
            fault={faults.BuildDirectory || undefined}
            onChange={(event) => onChange({ BuildDirectory: event.target.value })}
            hint="Its sources are compiled; a run begins with what inputs/ holds."
          />
        </RunField>
        <RunField of={values.CoreID} onReset={() => reset('CoreID')} show={(value) => coreWith(cores, value)?.Name ?? value}>
          <div className="field">
            <label htmlFor={`${id}-core`}>Core</label>
            <select id={`${id}-core`} value={values.CoreID.value} onChange={(event) => onChange({ CoreID: event.target.value })}>
              {!core && <option value={values.CoreID.value}>{values.CoreID.value} (not there)</option>}
              {cores.map((each) => (
                <option key={each.CoreID} value={each.CoreID}>
                  {coreLabel(each)}
                </option>
              ))}
            </select>
            {short.length > 0 && (
              <p className="hint warn">
                Below the minimum of {configuration.name}: {short.join('; ')}. It goes ahead, with a note in the output of the build.
              </p>
            )}
          </div>
        </RunField>
        <RunField of={values.Arguments} onReset={() => reset('Arguments')} show={(value) => value || 'none'} isWide>
          <Field
            label="Arguments"
            data-code
            value={values.Arguments.value}
            spellCheck={false}
            autoComplete="off"
            fault={faults.Arguments || undefined}
            onChange={(event) => onChange({ Arguments: event.target.value })}
          />
          {configuration.read && configuration.read.argumentSets.length > 0 && (
            <p className="row">
              <span className="hint">From {configuration.name}:</span>
              {configuration.read.argumentSets.map((set) => (
                <button
                  key={`${set.name} ${set.arguments}`}
                  type="button"
                  className="button button-small"
                  title={set.description || undefined}
                  onClick={() => onChange({ Arguments: set.arguments })}
                >
                  <bdi>{shownName(set.name || set.arguments)}</bdi>
                </button>
              ))}
            </p>
          )}
        </RunField>
        <div className="run-field" data-wide>
          <RunName
            value={overrides.Name ?? ''}
            of="the task"
            or="the repository"
            placeholder={`${parts.owner}/${parts.name}`}
            onName={(Name) => onChange({ Name })}
          />
        </div>
        <RunField of={values.DataSources} onReset={() => reset('DataSources')} show={(value) => `${value.length || 'none'}`} isWide>
          <DataSources given={values.DataSources.value} onChange={(sources) => onChange({ DataSources: sources })} />
        </RunField>
        <RunField of={values.TraceVariables} onReset={() => reset('TraceVariables')} show={(value) => `${value.length || 'none'}`} isWide>
          <TraceFields given={values.TraceVariables.value} onChange={(variables) => onChange({ TraceVariables: variables })} />
          {faults.TraceVariables && <p className="fault">{faults.TraceVariables}</p>}
          <p className="hint">Recorded each time their line is passed. Cores other than Reference print distributions without them.</p>
        </RunField>
      </div>
    </div>
  )
}

export const outputQuery = (buildId: string) => ({
  queryKey: ['buildOutput', buildId, 'Completed'],
  queryFn: () => client.builds.output(buildId),
  staleTime: FRESH.lasting,
})

interface RunFieldProps<Value> {
  readonly of: Resolved<Value>
  readonly show: (value: Value) => string
  readonly onReset: () => void
  readonly children: ReactNode
  readonly isWide?: boolean
}
const isNothing = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/** A value, where it comes from, and what it would be by default. */
function RunField<Value>({ of: { from, byDefault }, show, onReset, children, isWide = false }: RunFieldProps<Value>) {
  return (
    <div className="run-field" data-wide={isWide || undefined} data-own={from === 'run' || undefined}>
      {children}
      <p className="small origin">
        {from === 'run' ? (
          <>
            <b>For this run.</b> Default: <bdi>{shownName(show(byDefault.value))}</bdi>, of {ORIGINS[byDefault.from]}.{' '}
            <button type="button" className="link" onClick={onReset}>
              Reset to default
            </button>
          </>
        ) : (
          <span className="muted">{from === 'platform' && isNothing(byDefault.value) ? 'None by default.' : `From ${ORIGINS[from]}.`}</span>
        )}
      </p>
    </div>
  )
}

function Progress({ repositoryId, run }: { readonly repositoryId: string; readonly run: RepositoryRun | undefined }) {
  if (!run || run.stage === 'done') return null
  if (run.stage === 'failed') return <ErrorNote error={run.error} />
  if (run.stage === 'stopped') {
    const said = run.build.Status === 'Stopped' ? fetchFailure(run.output) : undefined
    return (
      <div className="stack">
        <p className="row" role="status">
          <StatusMark status={run.build.Status} />
          <Link to="/tasks/builds/$buildId" params={{ buildId: run.build.BuildID }}>
            The build
          </Link>
        </p>
        {said !== undefined ? (
          <FetchFailure message={said} />
        ) : (
          run.output !== '' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
            <section className="build-said" aria-label="Output of the build" tabIndex={0}>
              <pre>{run.output}</pre>
            </section>
          )
        )}
      </div>
    )
  }
  return (
    <p className="row run-now" role="status">
      <StatusMark status={run.stage === 'building' ? 'In Progress' : 'Accepted'} />
      {run.stage === 'starting' ? (
        'Starting the task …'
      ) : (
        <>
          {run.isCancelling ? 'Cancelling …' : 'Fetching and building …'} <Elapsed since={run.since} />
          {run.buildId && (
            <>
              <Link to="/tasks/builds/$buildId" params={{ buildId: run.buildId }}>
                The build
              </Link>
              {!run.isCancelling && (
                <button type="button" className="button button-small" onClick={() => void cancelRun(repositoryId)}>
                  Cancel
                </button>
              )}
            </>
          )}
        </>
      )}
    </p>
  )
}
