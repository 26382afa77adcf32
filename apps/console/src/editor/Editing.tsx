// One draft: how it is written and run, and what came of it.
import { copyText } from '@credence/ui/copy-text'
import { CodeEditor } from '@credence/ui/editor'
import { problemsOf } from '@credence/ui/program/problems.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EditorView } from 'codemirror'
import { type DragEvent, lazy, Suspense, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { operationQuery } from '../api/queries.ts'
import { type Draft, fileOf, languageOfFile, newDraft, roomFor, SOURCE_BYTES } from '../programs/draft.ts'
import { keepDraft } from '../programs/draft-store.ts'
import { useCores } from '../programs/use-cores.ts'
import { usePageActions } from '../state/actions.ts'
import { afterRest } from '../state/after-rest.ts'
import { connection } from '../state/connection.ts'
import { announce } from '../state/live-region.ts'
import { remembered } from '../state/remembered.ts'
import { useStore } from '../state/store.ts'
import { saveFile } from '../ui/save-file.ts'
import type { Insertion } from '../values/constructor-calls.ts'
import { EDITOR_TABLE, type EditorActionId, type EditorLayout, LAYOUTS, RESULT_TABS, type ResultTab, type ResultTabActionId } from './actions.ts'
import { blockedBy } from './blocked.ts'
import { bringIntoView } from './bring-into-view.ts'
import { keysOf } from './keys.ts'
import { languageExtension } from './languages.ts'
import { loadHere } from './load-here.ts'
import { editorOptions } from './options.ts'
import { plainReplacing } from './plain-replacing.ts'
import { ResultPanel } from './ResultPanel.tsx'
import { RunBar } from './RunBar.tsx'
import { cancel, resume, run, start } from './run.ts'
import type { Place } from './run-state.ts'
import { Separator } from './Separator.tsx'
import { draftFragment } from './share-draft.ts'
import { expressionOn, marksIn, showMarks, traceGutter } from './trace-gutter.ts'
import { useVim } from './use-vim.ts'
import { useMessages } from './while-typing.ts'

const DraftsDialog = lazy(async () => ({ default: (await import('./DraftsDialog.tsx')).DraftsDialog }))
const ExamplesDialog = lazy(async () => ({ default: (await import('./ExamplesDialog.tsx')).ExamplesDialog }))
const InsertDialog = lazy(async () => ({ default: (await import('./insert/InsertDialog.tsx')).InsertDialog }))
const VariableViewer = lazy(async () => ({ default: (await import('./VariableViewer.tsx')).VariableViewer }))

const layoutKept = remembered('credence.editor.layout', 'below')
/** Code or result is shown, not both; as in editor.css. */
const NARROW = '(max-width: 996px)'
const placeKept = remembered('credence.editor.place', 'platform')

interface EditingProps {
  readonly first: Draft
  readonly onOther: (draft: Draft) => void
  readonly notice: string
  /** Undefined: that of the console. */
  readonly codeTheme: 'light' | 'dark' | undefined
}
export function Editing({ first, onOther, notice, codeTheme }: EditingProps) {
  const [draft, setDraft] = useState(first)
  const [place, setPlace] = useState<Place>(() => (placeKept.read() === 'browser' ? 'browser' : 'platform'))
  const [layout, setLayout] = useState<EditorLayout>(() => LAYOUTS.find((each) => each === layoutKept.read()) ?? 'below')
  const [dialog, setDialog] = useState<'drafts' | 'examples' | 'insert'>()
  const [note, setNote] = useState(notice)
  // Loaded when it is chosen, not when it is used: a network may be gone by then.
  useEffect(() => {
    if (place === 'browser') void loadHere().catch(() => {})
  }, [place])
  useEffect(() => void resume(), [])
  const state = useStore(run)
  useStore(connection) // without a network the platform cannot be asked
  const search = useSearch({ from: '/inside/editor' })
  const navigate = useNavigate()
  const seek = (change: object) => void navigate({ to: '.', search: (old: object) => ({ ...old, ...change }), replace: true } as never)
  const editor = useRef<EditorView | undefined>(undefined)
  const panel = useRef<HTMLDivElement>(null)
  const { cores } = useCores()
  const core = cores.find(({ CoreID }) => CoreID === draft.coreId)
  const outcome = state.outcome
  const isOld =
    outcome !== undefined &&
    (outcome.origin.source !== draft.source ||
      outcome.origin.coreId !== draft.coreId ||
      outcome.origin.language !== draft.language ||
      outcome.origin.arguments !== draft.arguments ||
      JSON.stringify(outcome.origin.dataSources) !== JSON.stringify(draft.dataSources))
  const { data: compiler } = useQuery({
    ...operationQuery('getServiceHealth', { path: { service: 'compiler' } }),
    enabled: draft.language === 'Fortran', // which a platform may do without
    staleTime: Number.POSITIVE_INFINITY,
  })
  const blocked = blockedBy(draft, core, place, compiler?.details)
  const room = roomFor(draft.source)
  // What is typed is in the draft at once; what stands around the code follows after the keys.
  const typed = useRef(first)
  const [begun] = useState(first.source)
  const now = useRef({ draft: first, place, core, compiler, search })
  now.current = { draft: typed.current, place, core, compiler, search }
  const [showSoon] = useState(() => afterRest(() => startTransition(() => setDraft(typed.current))))

  const keep = (part: Partial<Draft>): void => {
    typed.current = { ...typed.current, ...part, changedAt: Date.now() }
    now.current.draft = typed.current
    keepDraft(typed.current)
  }
  const change = (part: Partial<Draft>): void => {
    keep(part)
    setDraft(typed.current)
  }
  async function runNow(): Promise<void> {
    const { draft: mine, core: on, place: where, compiler, search: seen } = now.current
    setDraft(mine)
    const reason = blockedBy(mine, on, where, compiler?.details)
    if (!on || reason !== '') return announce(reason)
    setNote('')
    announce('Running')
    const came = await start({ draft: mine, core: on, place: where, wantsVariables: seen.variables === true })
    if (!came) return
    const values = came.stdout.extent.get().values
    seek({ tab: undefined, view: 'result' }) // the first part that says something
    if (matchMedia(NARROW).matches)
      requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'start' })) // it stands below all of the bar
    else if (panel.current && typed.current.source === mine.source) bringIntoView(panel.current) // who types on stays at the text
    announce(came.kind === 'Completed' ? `Completed, ${values} values` : `${came.kind}: ${came.reason}`)
  }
  const goTo = (line: number, column = 1): void => {
    const view = editor.current
    if (!view) return
    const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
    view.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) })
    view.focus()
  }
  const message = useRef(-1)
  const stepMessage = (by: number): void => {
    const placed = (run.get().outcome?.messages ?? []).filter((each) => each.line !== undefined)
    if (placed.length === 0) return
    message.current = (message.current + by + placed.length) % placed.length
    const { line = 1, column, message: text } = placed[message.current]!
    goTo(line, column)
    announce(text)
  }
  const toggleMark = (line: number): void => {
    const view = editor.current
    if (!view) return
    const marks = marksIn(view)
    const rest = marks.filter((mark) => mark.line !== line || mark.isLost)
    const next = rest.length < marks.length ? rest : [...marks, { line, expression: expressionOn(view.state.doc.line(line).text) }]
    showMarks(view, next)
    change({ traces: next })
    if (next.length > rest.length) seek({ variables: true })
  }
  const nextLayout = (): void => {
    const next = LAYOUTS[(LAYOUTS.indexOf(layout) + 1) % LAYOUTS.length] ?? 'below'
    layoutKept.write(next)
    setLayout(next)
  }
  const showTab = (tab: ResultTab): void => {
    seek({ tab, view: 'result' })
    announce(tab)
  }
  const act = (id: EditorActionId): void => {
    const does: Record<EditorActionId, () => void> = {
      run: () => void runNow(),
      cancel: () => void cancel(),
      save: () => setDialog('drafts'),
      'next-message': () => stepMessage(1),
      'previous-message': () => stepMessage(-1),
      layout: nextLayout,
      ...(Object.fromEntries(RESULT_TABS.map((tab) => [`tab-${tab}`, () => showTab(tab)])) as Record<ResultTabActionId, () => void>),
      result: () => panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(),
      variables: () => seek({ variables: now.current.search.variables ? undefined : true }),
      insert: () => setDialog('insert'),
      sweep: () => {
        const { build, task } = run.get().outcome ?? {}
        if (build) void navigate({ to: '/sweep', search: { of: build.BuildID, ...(task?.Arguments && { args: task.Arguments }) } })
      },
      reference: () => {
        const { task } = run.get().outcome ?? {}
        if (task) void navigate({ to: '/compare/reference', search: { task: task.TaskID } })
      },
      share: () => void share(),
      download: () => saveFile(now.current.draft.name || fileOf(now.current.draft), new Blob([now.current.draft.source], { type: 'text/plain' })),
      new: () => open(newDraft({ source: '', language: now.current.draft.language, coreId: now.current.draft.coreId })),
    }
    does[id]()
  }
  const open = (next: Draft): void => {
    keepDraft(next)
    setDialog(undefined)
    onOther(next)
  }
  const insert = async (insertion: Insertion, name: string): Promise<void> => {
    const { changesFor, placeFor } = await import('./insert/insertion.ts') // with its dialog, not before
    const view = editor.current
    if (!view) return
    const source = view.state.doc.toString()
    const at = placeFor(source, view.state.selection.main)
    const changes = view.state.changes(changesFor(source, at, insertion, name, now.current.draft.language))
    view.dispatch({ changes, selection: { anchor: changes.mapPos(at.to, 1) }, scrollIntoView: true, userEvent: 'input.paste' })
    setDialog(undefined)
    announce('Inserted')
    requestAnimationFrame(() => view.focus()) // after the dialog gave the focus back
  }
  async function share(): Promise<void> {
    const link = new URL('/console/editor', location.href)
    link.hash = await draftFragment(now.current.draft, now.current.core?.Name ?? '')
    setNote((await copyText(link.href)) ? 'The link is copied. It holds the program itself and is sent to no server.' : link.href)
  }
  usePageActions(EDITOR_TABLE, { draft, run: state, blocked }, (id) => act(id as EditorActionId))
  const latest = useRef({ act, toggleMark })
  latest.current = { act, toggleMark }

  const extensions = useMemo(
    () => [
      keysOf((id) => latest.current.act(id)),
      traceGutter((line) => latest.current.toggleMark(line)),
      plainReplacing,
      EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''),
    ],
    [],
  )
  const language = useMemo(() => languageExtension(draft.language), [draft.language])
  const messages = useMessages(draft, core, outcome && { source: outcome.origin.source, messages: outcome.messages })
  const problems = useMemo(() => problemsOf(messages), [messages])
  const options = useStore(editorOptions)
  const vim = useVim(options.hasVimKeys)
  const more = useMemo(() => [vim, extensions], [vim, extensions])
  const drop = async (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    try {
      const source = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      open(newDraft({ source, name: file.name, language: languageOfFile(file.name), coreId: draft.coreId }))
    } catch {
      setNote(`${file.name} is not text in UTF-8, so it was not opened.`)
    }
  }
  return (
    <>
      <div className="row spread">
        <h1>{draft.name || 'Editor'}</h1>
        {note && (
          <p className="small muted" role="status">
            {note}
          </p>
        )}
      </div>
      <RunBar
        draft={draft}
        cores={cores}
        core={core}
        place={place}
        state={state}
        blocked={blocked}
        onChange={change}
        onPlace={(next) => {
          placeKept.write(next)
          setPlace(next)
        }}
        onAction={act}
        onDialog={setDialog}
        hasVariables={search.variables === true}
      />
      {room.kind !== 'room' && (
        <p className={room.kind === 'over' ? 'fault' : 'hint'} role="status">
          The program takes {Math.round(room.bytes / 1000).toLocaleString('en')} of {Math.round(SOURCE_BYTES / 1000).toLocaleString('en')} KB.
        </p>
      )}
      <div className="editor-views row" role="toolbar" aria-label="Part of the editor">
        {(['code', 'result'] as const).map((view) => (
          <button
            key={view}
            type="button"
            className="button button-small"
            aria-pressed={(search.view ?? 'code') === view}
            onClick={() => seek({ view })}
          >
            {view === 'code' ? 'Code' : 'Result'}
          </button>
        ))}
      </div>
      <div className="editor-frame" data-layout={layout} data-view={search.view ?? 'code'}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped; the list of drafts opens one as well */}
        <div
          className="editor-code"
          data-size={options.fontSize}
          data-theme={codeTheme}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => void drop(event)}
        >
          <CodeEditor
            value={begun}
            label={`Source, ${draft.language}`}
            onChange={(source) => {
              keep({ source, traces: editor.current ? marksIn(editor.current) : now.current.draft.traces })
              showSoon()
            }}
            onRun={() => act('run')}
            problems={problems}
            language={language}
            extensions={more}
            onEditor={(view) => {
              editor.current = view
              showMarks(view, now.current.draft.traces)
            }}
          />
        </div>
        <Separator layout={layout} />
        <div ref={panel} className="editor-result">
          {search.variables && (
            <Suspense>
              <VariableViewer
                draft={draft}
                core={core}
                buildId={outcome?.build?.BuildID}
                onMarks={(traces) => {
                  if (editor.current) showMarks(editor.current, traces)
                  change({ traces })
                }}
                onLine={goTo}
              />
            </Suspense>
          )}
          <ResultPanel
            state={state}
            isOld={isOld}
            tab={search.tab}
            onTab={(tab) => seek({ tab })}
            onLine={goTo}
            onLanguage={(language) => {
              change({ language })
              void runNow()
            }}
          />
        </div>
      </div>
      <Suspense>
        {dialog === 'drafts' && (
          <DraftsDialog draft={draft} onRename={(name) => change({ name })} onOpen={open} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'insert' && (
          <InsertDialog
            language={draft.language}
            onInsert={(insertion, name) => void insert(insertion, name)}
            onArgument={(word) => {
              change({ arguments: `${now.current.draft.arguments} ${word}`.trim() })
              setDialog(undefined)
              announce('Added to the arguments')
            }}
            onClose={() => setDialog(undefined)}
          />
        )}
        {dialog === 'examples' && <ExamplesDialog onOpen={open} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}
