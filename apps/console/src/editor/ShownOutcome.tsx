// What came of a run: how it ended, and its values, outputs, messages and figures in tabs. It is loaded while the first run of a tab is under way.
import type { Language } from '@credence/contract'
import { OutputViewer } from '../output/OutputViewer.tsx'
import { TaskFigures, TaskFiles, TaskInternals } from '../programs/TaskFacts.tsx'
import { useStore } from '../state/store.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { ValuesTable } from '../values/ValuesTable.tsx'
import { RESULT_TABS, type ResultTab } from './actions.ts'
import { seemsTo } from './language-hint.ts'
import type { Outcome, RunState } from './run-state.ts'

export interface ShownOutcomeProps {
  readonly state: RunState
  readonly outcome: Outcome
  readonly isDimmed: boolean
  /** The source, the core or the arguments changed since. */
  readonly isOld: boolean
  readonly tab: ResultTab | undefined
  readonly onTab: (tab: ResultTab) => void
  readonly onLine: (line: number, column?: number) => void
  readonly onLanguage: (language: Language) => void
}
export function ShownOutcome({ outcome, isDimmed, isOld, tab, onTab, onLine, onLanguage, state }: ShownOutcomeProps) {
  const stdout = useStore(outcome.stdout.extent)
  const stderr = useStore(outcome.stderr.extent)
  const counts: Partial<Record<ResultTab, number>> = {
    values: stdout.values,
    stdout: stdout.lines,
    stderr: stderr.lines,
    build: outcome.messages.length,
  }
  const tabs = RESULT_TABS.filter((each) => each !== 'values' || stdout.values > 0)
  // Of a program that stopped, what it says of it; else the numbers, where there are some.
  const said = outcome.kind === 'Stopped' && stderr.lines > 0 ? 'stderr' : stdout.values > 0 ? 'values' : 'stdout'
  const first = outcome.kind === 'build stopped' ? 'build' : said
  const current = tab !== undefined && tabs.includes(tab) ? tab : first
  const { task } = outcome
  return (
    <div className="result-shown" data-old={isDimmed}>
      {isOld && state.stage === 'idle' && (
        <p className="result-old">This is the result of the program before it was changed. Run it to see its own.</p>
      )}
      <Ending outcome={outcome} onLine={onLine} />
      <Tabs
        label="Parts of the result"
        tabs={tabs.map((id) => ({ id, label: id, count: counts[id] }))}
        current={current}
        onChange={(id) => onTab(id as ResultTab)}
      >
        {current === 'values' && <ValuesTable key={outcome.origin.source} output={outcome.stdout} fileName="values" taskId={outcome.task?.TaskID} />}
        {current === 'stdout' && (
          <OutputViewer output={outcome.stdout} label="Standard output" fileName="stdout" empty="The program printed nothing." />
        )}
        {current === 'stderr' && (
          <OutputViewer output={outcome.stderr} label="Standard error" fileName="stderr" empty="Nothing was written to standard error." />
        )}
        {current === 'build' && <BuildMessages outcome={outcome} onLine={onLine} onLanguage={onLanguage} />}
        {current === 'internals' && <TaskInternals build={outcome.build} task={task} values={stdout.values} />}
        {current === 'stats' && (outcome.place === 'browser' ? <HereFigures outcome={outcome} /> : <TaskFigures build={outcome.build} task={task} />)}
        {current === 'files' && <TaskFiles task={task} />}
      </Tabs>
    </div>
  )
}

function Ending({ outcome, onLine }: { readonly outcome: Outcome; readonly onLine: (line: number) => void }) {
  const { kind, reason, line, because, place, milliseconds, task } = outcome
  const took = milliseconds ?? task?.Stats?.ExecutionTimeInMilliseconds
  const words = kind === 'Completed' ? 'Completed' : kind === 'build stopped' ? 'The program does not build' : kind
  return (
    <p className={kind === 'Completed' ? 'muted small' : 'result-ending'} role="status">
      {words}
      {took !== undefined && kind === 'Completed' && ` in ${took < 10 ? took.toFixed(1) : Math.round(took)} ms`}
      {place === 'browser' && ' in this browser'}
      {reason && `: ${reason}`}.{' '}
      {line !== undefined && (
        <button type="button" className="link" onClick={() => onLine(line)}>
          Go to line {line}
        </button>
      )}{' '}
      {kind !== 'build stopped' && place === 'platform' && (because ? `Built, because ${because}.` : 'Run without a build: nothing changed.')}
    </p>
  )
}

function BuildMessages({ outcome, onLine, onLanguage }: Pick<ShownOutcomeProps, 'outcome' | 'onLine' | 'onLanguage'>) {
  const { messages, buildOutput } = outcome
  const seems = seemsTo(outcome.origin.language, messages)
  return (
    <div className="stack build-messages">
      {seems && (
        <p>
          <code>&lt;{seems.header}&gt;</code> is a header of {seems.language}, and the program was built as {outcome.origin.language}.{' '}
          <button type="button" className="link" onClick={() => onLanguage(seems.language)}>
            Run it as {seems.language}
          </button>
        </p>
      )}
      {messages.length === 0 && <p className="muted">Compiler and linker had nothing to say.</p>}
      <ul aria-label="Messages of the compiler">
        {messages.map(({ severity, line, column, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
          <li key={index} data-severity={severity}>
            {line === undefined ? (
              <span>
                <b>{severity}</b> {message}
              </span>
            ) : (
              <button type="button" className="link" onClick={() => onLine(line, column)}>
                <b>{severity}</b> line {line}, column {column}: {message}
              </button>
            )}
          </li>
        ))}
      </ul>
      {buildOutput !== '' && (
        <details>
          <summary>All that compiler and linker printed</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
          <pre className="build-output" tabIndex={0}>
            {buildOutput}
          </pre>
        </details>
      )}
    </div>
  )
}

function HereFigures({ outcome: { milliseconds = 0, instructions = 0 } }: { readonly outcome: Outcome }) {
  return (
    <dl className="job-facts">
      <dt>Execution time</dt>
      <dd>{milliseconds.toFixed(1)} ms</dd>
      <dt>Instructions</dt>
      <dd>{instructions.toLocaleString('en')}</dd>
    </dl>
  )
}
