// The same program on a Reference core: which value, what to trace for it, on which core. It builds, starts the task and leads to the comparison.
import { type Build, type Core, DEFAULT_CORES, findCore, sourceFile, type Task } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FRESH, operationQuery } from '../api/queries.ts'
import { completed, rebuild } from '../programs/rebuild.ts'
import { startTask } from '../programs/start-task.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { matchValues } from './matching.ts'
import { printedExpression } from './printed-expression.ts'
import { runValuesQuery } from './runs.ts'

const REFERENCE_CORES = DEFAULT_CORES.filter(({ Microarchitecture }) => Microarchitecture === 'Reference') as readonly Core[]
/** Where the account has chosen none: enough executions to tell most differences. */
const FALLBACK = 'C0-Reference-32K'

interface StartReferenceProps {
  readonly task: Task
  readonly build: Build
  /** Key of the value; the first unless given. */
  readonly value?: string | undefined
  readonly onClose: () => void
}
export function StartReference({ task, build, value, onClose }: StartReferenceProps) {
  const navigate = useNavigate()
  const values = useQuery(runValuesQuery(task.TaskID))
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const { data: own } = useQuery(operationQuery('listCores', { query: {} }))
  const variables = useQuery({ ...operationQuery('listBuildVariables', { path: { BuildID: build.BuildID }, query: {} }), staleTime: FRESH.lasting })
  const [chosen, setChosen] = useState(value)
  const [place, setPlace] = useState<{ readonly file?: string; readonly line?: string; readonly expression?: string }>({})
  const [coreId, setCoreId] = useState<string>()
  const [stage, setStage] = useState<'ready' | 'building' | 'starting'>('ready')
  const [error, setError] = useState<unknown>()
  if (values.error) return <ErrorDialog error={values.error} onClose={onClose} />
  if (!values.data)
    return (
      <Modal title="Compare with Monte Carlo" onClose={onClose}>
        <Waiting rows={3} />
      </Modal>
    )
  const { SourceCode } = build.Application
  const rows = matchValues([values.data.rows])
  const row = rows.find(({ key }) => key === chosen) ?? rows[0]
  const occurrence = Number(row?.key.split('#')[1] ?? 1) - 1
  const found = SourceCode && row ? printedExpression(SourceCode.Code, SourceCode.Language, row.name, occurrence) : undefined
  const file = place.file ?? (SourceCode ? sourceFile(SourceCode.Language, SourceCode.Code) : '')
  const line = place.line ?? (found ? String(found.line) : '')
  const expression = place.expression ?? found?.expression ?? ''
  const cores = [...(own?.Cores.filter(({ Microarchitecture }) => Microarchitecture === 'Reference') ?? []), ...REFERENCE_CORES]
  const preferred = cores.find(({ CoreID }) => CoreID === user?.Preferences.Execution_DefaultReferenceCore)?.CoreID
  const core = coreId ?? preferred ?? findCore(FALLBACK)?.CoreID ?? ''
  const lineText = SourceCode?.Code.split('\n')[Number(line) - 1]?.trim()
  const isComplete = /^[1-9]\d*$/.test(line) && expression.trim() !== '' && file !== ''
  async function start() {
    if (!isComplete || stage !== 'ready') return
    setError(undefined)
    try {
      setStage('building')
      const BuildID = await rebuild(build, {
        CoreID: core,
        Arguments: task.Arguments ?? '',
        DataSources: task.DataSources,
        TraceVariables: [{ File: file, LineNumber: Number(line), Expression: expression.trim() }],
      })
      await completed(BuildID)
      setStage('starting')
      const reference = await startTask({ BuildID, Arguments: task.Arguments ?? '', DataSources: task.DataSources })
      onClose()
      void navigate({ to: '/compare/reference', search: { task: task.TaskID, reference, ...(row && { value: row.key }) } } as never)
    } catch (problem) {
      setStage('ready')
      setError(problem)
    }
  }
  return (
    <Modal title="Compare with Monte Carlo" width="wide" onClose={onClose}>
      <p>The same program runs on a Reference core, with the same arguments and data sources, once for each draw of its inputs.</p>
      {rows.length === 0 ? (
        <p className="fault">The run printed no number with a distribution: there is nothing to compare.</p>
      ) : (
        <div className="field">
          <label htmlFor="reference-value">Value</label>
          <select
            id="reference-value"
            value={row?.key ?? ''}
            onChange={(event) => {
              setChosen(event.target.value)
              setPlace({})
            }}
          >
            {rows.map(({ key, name, values: [each] }) => (
              <option key={key} value={key}>
                {name || `Value ${key.replace('@', '')}`}: {each?.piece.stated}
              </option>
            ))}
          </select>
        </div>
      )}
      <Field
        label="Expression to trace"
        value={expression}
        list="reference-variables"
        spellCheck={false}
        autoComplete="off"
        hint={
          found && place.expression === undefined
            ? 'As the program prints it.'
            : 'It could not be read from the program: a variable, an element a[0], or any expression without side effects that is valid at the line.'
        }
        onChange={(event) => setPlace({ ...place, expression: event.target.value })}
      />
      <datalist id="reference-variables">
        {[...new Set(variables.data?.Variables.map(({ Name }) => Name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="row">
        <Field
          label="Line"
          inputMode="numeric"
          value={line}
          hint={lineText && <code>{lineText}</code>}
          onChange={(event) => setPlace({ ...place, line: event.target.value })}
        />
        {!SourceCode && <Field label="File" value={file} onChange={(event) => setPlace({ ...place, file: event.target.value })} />}
      </div>
      <div className="field">
        <label htmlFor="reference-core">Reference core</label>
        <select id="reference-core" value={core} onChange={(event) => setCoreId(event.target.value)}>
          {cores.map(({ CoreID, Name, Precision }) => (
            <option key={CoreID} value={CoreID}>
              {Name} · {Precision.toLocaleString('en')} executions
            </option>
          ))}
        </select>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      <p className="row">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={!isComplete || stage !== 'ready' || rows.length === 0}
          onClick={() => void start()}
        >
          {stage === 'building' ? 'Building …' : stage === 'starting' ? 'Starting …' : 'Run and compare'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Not now
        </button>
        {SourceCode && (
          <CopyAs
            call={callOf('createSourceCodeBuild', {
              body: {
                Code: SourceCode.Code,
                Language: SourceCode.Language,
                CoreID: core,
                TraceVariables: [{ File: file, LineNumber: Number(line), Expression: expression.trim() }],
              },
            })}
          />
        )}
      </p>
    </Modal>
  )
}

function ErrorDialog({ error, onClose }: { readonly error: unknown; readonly onClose: () => void }) {
  return (
    <Modal title="Compare with Monte Carlo" onClose={onClose}>
      <ErrorNote error={error} />
    </Modal>
  )
}
