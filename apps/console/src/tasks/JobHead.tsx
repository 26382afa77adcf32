// The head of a task or a build: name, status with its reason, what can be done, and the phases of its life.
import { type Build, isTerminal, LIMITS, type Task, transitionReason } from '@credence/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { renameJob } from '../api/rename.ts'
import { EditableName } from '../programs/EditableName.tsx'
import { buildRow, durationText, taskRow } from '../programs/rows.ts'
import { startTask } from '../programs/start-task.ts'
import { usePageActions } from '../state/actions.ts'
import { announce } from '../state/live-region.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { type JobAction, type JobKind, NEIGHBOURS, PAGE_TABLES, pageActions, RENAMING, refusalOf } from './actions.ts'
import { neighboursOf } from './neighbours.ts'
import { cancelJob, deleteJob, forget, openInEditor } from './perform.ts'
import { partsOf, type Transition } from './timeline.ts'

const AskDelete = lazy(async () => ({ default: (await import('./AskDelete.tsx')).AskDelete }))
const RunChanged = lazy(async () => ({ default: (await import('./RunChanged.tsx')).RunChanged }))
const StartReference = lazy(async () => ({ default: (await import('../compare/StartReference.tsx')).StartReference }))

interface JobHeadProps {
  readonly kind: JobKind
  readonly title: string
  readonly id: string
  readonly task?: Task
  readonly build: Build | undefined
  readonly status: Task['Status']
  readonly transitions: readonly Transition[]
}
export function JobHead({ kind, title, id, task, build, status, transitions }: JobHeadProps) {
  const navigate = useNavigate()
  const renaming = useRef<HTMLButtonElement>(null)
  const [fault, setFault] = useState<unknown>()
  const [dialog, setDialog] = useState<'delete' | 'changed' | 'reference'>()
  const reason = transitionReason(transitions.at(-1)?.Message ?? '')
  async function perform(action: JobAction): Promise<void> {
    setFault(undefined)
    try {
      if (action.id === 'again' && task) void navigate({ to: '/tasks/$taskId', params: { taskId: await startTask(task) } })
      if (action.id === 'edit') {
        await openInEditor(task?.BuildID ?? id, task?.Arguments)
        void navigate({ to: '/editor' })
      }
      if (action.id === 'cancel') await cancelJob(kind, id)
      if (action.id === 'sweep')
        void navigate({ to: '/sweep', search: { of: task?.BuildID ?? id, ...(task?.Arguments && { args: task.Arguments }) } })
      if (action.id === 'compare' && task) void navigate({ to: '/compare', search: { tasks: task.TaskID } })
      if (action.id === 'changed' || action.id === 'reference') setDialog(action.id)
      if (action.id === 'delete') setDialog('delete')
    } catch (error) {
      setFault(error)
    }
  }
  const row = task ? taskRow(task, build) : build ? buildRow(build) : undefined
  usePageActions(PAGE_TABLES[kind], { status }, (action) => {
    if (action === RENAMING.id) renaming.current?.click()
    const found = pageActions(kind).find((each) => each.id === action)
    if (found && refusalOf(found, status) === undefined) void perform(found)
  })
  const neighbours = neighboursOf(kind, id)
  usePageActions(NEIGHBOURS, neighbours, (action) => {
    const next = action === 'next' ? neighbours.next : neighbours.previous
    if (!next) return
    void navigate(kind === 'task' ? { to: '/tasks/$taskId', params: { taskId: next } } : { to: '/tasks/builds/$buildId', params: { buildId: next } })
  })
  return (
    <>
      <div className="row spread job-head">
        <span className="job-title">
          <EditableName
            what={`this ${kind}`}
            name={title}
            maxLength={LIMITS.job.nameCharacters}
            button={renaming}
            onRename={(name) => void renameJob(kind, id, name)}
          >
            <h1>{title}</h1>
          </EditableName>
        </span>
        <CopyAs
          call={callOf(
            kind === 'task' ? 'getTask' : 'getBuild',
            { path: kind === 'task' ? { TaskID: id } : { BuildID: id } },
            `credence ${kind}s get ${id}`,
          )}
        />
      </div>
      <div className="row job-state">
        <p className="row" role="status">
          <StatusMark status={status} />
          {reason && <span>{reason}</span>}
        </p>
        <span className="id small muted">
          <code>{id}</code> <CopyButton isQuiet text={id} label="Copy the id" />
        </span>
      </div>
      <div className="row" role="toolbar" aria-label="Actions">
        {pageActions(kind).map((action) => {
          const refusal = refusalOf(action, status)
          return (
            <button
              key={action.id}
              type="button"
              className={`button ${action.id === 'again' ? 'button-primary' : action.isDestructive ? 'button-danger' : ''}`.trim()}
              aria-disabled={refusal !== undefined}
              title={refusal}
              onClick={() => refusal === undefined && void perform(action)}
            >
              {action.label}
            </button>
          )
        })}
      </div>
      {fault !== undefined && <ErrorNote error={fault} />}
      <Timeline transitions={transitions} isOver={isTerminal(status)} />
      <Suspense>
        {dialog === 'delete' && row && (
          <AskDelete
            kind={kind}
            rows={[row]}
            onClose={() => setDialog(undefined)}
            onDelete={() => {
              setDialog(undefined)
              deleteJob(kind, id).then(() => {
                forget(kind)
                announce('Deleted')
                void navigate({ to: '/tasks', search: kind === 'build' ? { show: 'builds' } : {} })
              }, setFault)
            }}
          />
        )}
        {dialog === 'changed' && task && build && <RunChanged task={task} build={build} onClose={() => setDialog(undefined)} />}
        {dialog === 'reference' && task && build && <StartReference task={task} build={build} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}

function Timeline({ transitions, isOver }: { readonly transitions: readonly Transition[]; readonly isOver: boolean }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])
  const parts = partsOf(transitions, now)
  return (
    <section aria-label="Phases">
      <ol className="timeline">
        {parts.map(({ status, did, milliseconds, share, isFolded, attempt }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={index}
            data-status={status}
            data-folded={isFolded}
            ref={(element) => {
              if (element) element.style.flexGrow = String(share)
            }}
          >
            {did} {durationText(milliseconds)}
            {attempt > 1 && `, attempt ${attempt}`}
            {isFolded && ' (shortened)'}
          </li>
        ))}
      </ol>
      <details>
        <summary>All transitions</summary>
        <ul>
          {transitions.map(({ Status, Timestamp, Message }) => (
            <li key={`${Timestamp}${Status}`}>
              <StatusMark status={Status} /> <time dateTime={new Date(Timestamp).toISOString()}>{new Date(Timestamp).toISOString()}</time>{' '}
              <span className="muted">{Message}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
