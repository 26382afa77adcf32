// The workbench of a program: edit, run, reset and share; built and run by the engine in this page. Loaded when it is opened.

import type { CoreValues, Language } from '@credence/contract'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { copyText } from '../copy-text.ts'
import { CodeEditor } from '../editor.tsx'
import { fortran } from '../fortran.ts'
import { needsPlatform } from './command.ts'
import { draftFragment } from './draft-link.ts'
import Output from './Output.tsx'
import ProgramFigure from './ProgramFigure.tsx'
import { costOfCompiler, type EngineFiles, PAGE_EXECUTIONS, warmCompiler } from './page-engine.ts'
import { type BuildMessage, problemsOf } from './problems.ts'
import styles from './program.module.css'
import RunNotices from './RunNotices.tsx'
import { fragmentOf, readFragment } from './share.ts'
import { type Shown, useRun } from './use-run.ts'
import { useTurn } from './use-turn.ts'

/** A program with what it printed when the site was built. */
export interface ShownProgram extends Shown {
  readonly id: string
  readonly file: string
  readonly source: string
  readonly language: Language
  /** Name of the core it ran on. */
  readonly core: string
  /** Name of the prebuilt module among the site's files. Absent: there was no compiler for it when the site was built. */
  readonly module?: string
  /** The working directory: path and text. */
  readonly inputs: Readonly<Record<string, string>>
}
export interface WorkbenchProps {
  readonly result: ShownProgram
  readonly cores: readonly CoreValues[]
  /** Address of the console, where one belongs to the pages. */
  readonly consoleUrl?: string
  /** Absent: the site was built without the engine. */
  readonly files?: EngineFiles
  /** Links from notices of a run to what to do about them. */
  readonly noticesHelp: (page: string) => ReactNode
  /** The fragment of a shared link whose edit is opened. */
  readonly shared?: string
  readonly onClose: () => void
}

const FORTRAN = fortran()
const REST_MS = 250 // after the last turn of a number, before the program runs with it

export default function Workbench({ result, cores, files, consoleUrl, noticesHelp, shared, onClose }: WorkbenchProps) {
  const [source, setSource] = useState(result.source)
  const [coreName, setCoreName] = useState(result.core)
  const [note, setNote] = useState('')
  const { state, run, cancel, reset } = useRun(files, result, { source: result.source, core: result.core })
  // Executions need the plain program, which only a compiler gives.
  const offers = useMemo(
    () => (result.language === 'Fortran' ? cores.filter(({ Microarchitecture }) => Microarchitecture !== 'Reference') : cores),
    [cores, result.language],
  )
  const section = useRef<HTMLDivElement>(null)
  const coreId = useId()
  const [isTurned, setIsTurned] = useState(false)
  const { extensions, onEditor, number, turn } = useTurn(() => setIsTurned(true))

  useEffect(() => {
    if (shared) {
      section.current?.scrollIntoView({ block: 'start' })
      readFragment(shared).then(
        (edit) => {
          setSource(edit.source)
          if (offers.some(({ Name }) => Name === edit.core)) setCoreName(edit.core)
          setNote(result.language === 'Fortran' ? '' : 'This is the program of the link you opened. Run it to see its output.')
        },
        () => setNote('The link is damaged, so this is the program as it was.'),
      )
    }
    // The button that opened this is gone; the keyboard goes on in what it opened.
    section.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus({ preventScroll: true })
  }, [shared, offers, result.language])

  const core = cores.find(({ Name }) => Name === coreName)
  const isEdited = source !== result.source
  // The module that came with the page carries distributions; executions are of the plain program.
  const isReference = core?.Microarchitecture === 'Reference'
  const isBusy = state.stage !== 'idle'
  const isFortran = result.language === 'Fortran'
  // No Fortran compiler runs in a browser: what is edited has to go elsewhere.
  const blocked = isFortran && isEdited ? needsPlatform(result.file) : ''
  const file = result.language === 'C' ? 'main.c' : 'main.cpp'
  const start = () => {
    setNote('')
    if (core && !blocked) void run({ core, file, source, inputs: result.inputs, prebuilt: isEdited || isReference ? undefined : result.module })
  }
  const change = (next: string) => {
    setSource(next)
    if (files && !isFortran && next !== result.source) warmCompiler(files)
  }
  // Who turns a number sees at once what comes of it; a run that is not over is waited for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what stands in the editor when no more turns come
  useEffect(() => {
    if (!isTurned || isBusy) return
    const timer = setTimeout(() => {
      setIsTurned(false)
      start()
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [isTurned, isBusy, source])
  const startOver = () => {
    setSource(result.source)
    setCoreName(result.core)
    setNote('')
    setIsTurned(false)
    reset()
  }
  const share = async () => {
    const link = new URL(await fragmentOf({ id: result.id, core: coreName, source }), location.href)
    history.replaceState(history.state, '', link.hash)
    setNote((await copyText(link.href)) ? 'The link is copied.' : 'The link is in the address bar: copy it from there.')
  }
  const openInConsole = async () => {
    const link = new URL(`${consoleUrl?.replace(/\/?$/, '/')}editor`, location.href)
    link.hash = await draftFragment({ source, language: result.language, core: coreName, arguments: '' })
    open(link, '_blank', 'noopener')
  }
  // An output belongs to the source and the core that it came from.
  const isOld = state.stage !== 'running' && (state.origin.source !== source || state.origin.core !== coreName)
  const hasOutput = state.stdout.length > 0 || state.stderr !== ''
  const problems = useMemo(() => problemsOf(state.messages), [state.messages])

  return (
    <div ref={section} className={styles.workbench}>
      <div className={styles.editor}>
        <CodeEditor
          value={source}
          label={`Source of ${result.file}`}
          onChange={change}
          onRun={start}
          problems={problems}
          language={isFortran ? FORTRAN : undefined}
          extensions={extensions}
          onEditor={onEditor}
        />
      </div>
      <div className={styles.tools}>
        <button
          type="button"
          className={styles.primary}
          onClick={start}
          disabled={isBusy || blocked !== ''}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          Run
        </button>
        {isBusy ? (
          <button type="button" className="control" onClick={cancel}>
            Cancel
          </button>
        ) : null}
        <fieldset className={styles.turn} aria-label="Number at the cursor">
          <button type="button" className="control" aria-label="Less" aria-keyshortcuts="Alt+ArrowDown" disabled={!number} onClick={() => turn(-1)}>
            −
          </button>
          <span aria-live={isTurned ? 'polite' : 'off'}>{number || 'number'}</span>
          <button type="button" className="control" aria-label="More" aria-keyshortcuts="Alt+ArrowUp" disabled={!number} onClick={() => turn(1)}>
            +
          </button>
        </fieldset>
        <span className={styles.choice}>
          <label htmlFor={coreId}>Core</label>
          <select id={coreId} className="control" value={coreName} onChange={(event) => setCoreName(event.target.value)}>
            {offers.map(({ Name, Precision, Microarchitecture }) => (
              <option key={Name} value={Name}>
                {`${Name}: ${offered(Microarchitecture, Precision)}`}
              </option>
            ))}
          </select>
        </span>
        <span className={styles.aside}>
          <button type="button" className="control" onClick={startOver} disabled={!isEdited && state.status === '' && coreName === result.core}>
            Reset
          </button>
          <button type="button" className="control" onClick={share}>
            Share
          </button>
          {/* A draft takes no files along. */}
          {consoleUrl && Object.keys(result.inputs).length === 0 ? (
            <button
              type="button"
              className="control"
              onClick={openInConsole}
              title="In a new tab, with its core; your account keeps what you run there"
            >
              Console
            </button>
          ) : null}
          <button type="button" className="control" onClick={onClose}>
            Close
          </button>
        </span>
      </div>
      <div className={styles.status}>
        <p role="status">{note || blocked || state.status || (isEdited ? costOfCompiler(files) : '')}</p>
        {state.stage === 'loading' ? <Loading loaded={state.loaded} /> : null}
      </div>
      <Messages messages={state.messages} />
      {isOld && hasOutput ? <p className={styles.old}>{oldText(state.origin.source !== source, blocked !== '')}</p> : null}
      <div className={styles.results} data-old={isOld}>
        {hasOutput ? <Output pieces={state.stdout} errors={state.stderr} /> : null}
        <RunNotices notices={state.notices} help={noticesHelp} />
        <ProgramFigure pieces={state.stdout} isRunning={isBusy} />
      </div>
    </div>
  )
}

const oldText = (isSource: boolean, isBlocked: boolean) =>
  isSource
    ? `This is the output of the program before it was changed.${isBlocked ? '' : ' Run it to see its own.'}`
    : 'This is the output of another core. Run the program to see what this one gives.'

function Loading({ loaded }: { loaded?: { done: number; total: number } }) {
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  return (
    <p className={styles.loading}>
      <progress aria-label="Compiler" value={loaded?.done} max={loaded?.total} />{' '}
      {loaded ? `${megabytes(loaded.done)} of ${megabytes(loaded.total)} MB, once; your browser keeps it` : null}
    </p>
  )
}

function Messages({ messages }: { messages: readonly BuildMessage[] }) {
  if (messages.length === 0) return null
  return (
    <ul className={styles.messages} aria-label="Messages of the compiler">
      {messages.map(({ severity, line, column, message }) => (
        <li key={`${line}:${column}:${message}`} data-severity={severity}>
          <b>{severity}</b> {line === undefined ? '' : `line ${line}, column ${column}: `}
          {message}
        </li>
      ))}
    </ul>
  )
}

/** What a core of the list does with a program. */
function offered(microarchitecture: string, precision: number): string {
  if (microarchitecture === 'Bypass') return 'plain numbers'
  if (microarchitecture === 'Reference') return `Monte Carlo, ${PAGE_EXECUTIONS} executions here`
  return `precision ${precision}`
}
