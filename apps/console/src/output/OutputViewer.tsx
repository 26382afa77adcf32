// An output, however long: only the lines in view are there. Search, following of what still comes, copies and downloads.
import { copyText } from '@credence/ui/copy-text'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'
import { saveFile } from '../ui/save-file.ts'
import { OutputLines, ROW_HEIGHT } from './OutputLines.tsx'
import type { OutputDocument } from './output-document.ts'
import type { Found } from './search.ts'
import './output.css'
import { roomFor } from './use-window.ts'

/** Above it, soft wrap would need the height of every line. */
const WRAP_LINES = 2000

interface OutputViewerProps {
  readonly output: OutputDocument
  /** What it is called: Standard output. */
  readonly label: string
  /** Of files that are saved, without its ending. */
  readonly fileName: string
  readonly empty: string
  /** It is being written: its end is followed while it is in view. */
  readonly isLive?: boolean
  /** Lines that the address names, from 1. */
  readonly selected?: readonly [number, number] | undefined
  readonly onSelect?: (lines: readonly [number, number]) => void
}

export function OutputViewer({ output, label, fileName, empty, isLive = false, selected, onSelect }: OutputViewerProps) {
  const { lines: lineCount, isWhole, bytes } = useStore(output.extent)
  const [found, setFound] = useState<Found & { readonly text: string }>()
  const [onlyFound, setOnlyFound] = useState(false)
  const [current, setCurrent] = useState(0)
  const [wraps, setWraps] = useState(true)
  const [isParticles, setParticles] = useState(false)
  const [whole, setWhole] = useState<number>()
  const scroller = useRef<HTMLElement>(null)
  const isFollowing = useRef(true)
  const [isPaused, setPaused] = useState(false)
  const filtered = onlyFound && found ? found.lines : undefined
  const count = filtered?.length ?? lineCount
  const wrapped = wraps && count <= WRAP_LINES

  const reveal = (row: number) => {
    const element = scroller.current
    if (!element) return
    if (wrapped) element.querySelector(`[data-row="${row}"]`)?.scrollIntoView({ block: 'center' })
    else {
      element.scrollTop = Math.max(0, (row / Math.max(1, count)) * roomFor(count, ROW_HEIGHT) - element.clientHeight / 2)
      element.scrollIntoView({ block: 'nearest' }) // its lower half may lie below the window
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the lines are there
  useEffect(() => {
    if (selected && lineCount > 0) reveal(selected[0] - 1)
  }, [selected?.[0], lineCount > 0])

  const step = (by: number) => {
    if (!found || found.lines.length === 0) return
    const next = (current + by + found.lines.length) % found.lines.length
    setCurrent(next)
    reveal(onlyFound ? next : (found.lines[next] ?? 0))
  }
  return (
    <section
      className="output"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
        event.preventDefault() // the browser's own search sees the lines in view alone
        event.currentTarget.querySelector<HTMLElement>('.output-search')?.focus()
      }}
    >
      <OutputTools
        output={output}
        fileName={fileName}
        found={found}
        current={current}
        onFound={(next) => {
          setFound(next)
          setCurrent(0)
          if (next && next.lines.length > 0) reveal(onlyFound ? 0 : (next.lines[0] ?? 0))
        }}
        onStep={step}
        onlyFound={onlyFound}
        onOnlyFound={setOnlyFound}
        wraps={wraps}
        onWraps={setWraps}
        isParticles={isParticles}
        onParticles={setParticles}
      />
      {count === 0 && isWhole ? (
        <p className="muted output-empty">{filtered ? 'No line has it.' : empty}</p>
      ) : (
        <section
          ref={scroller}
          className="output-scroll"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          aria-label={`${label}, ${lineCount} lines`}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            isFollowing.current = scrollTop + clientHeight > scrollHeight - ROW_HEIGHT
            if (isLive) setPaused(!isFollowing.current)
          }}
        >
          <OutputLines
            output={output}
            scroller={scroller}
            count={count}
            lineCount={lineCount}
            bytes={bytes}
            isWrapped={wrapped}
            only={filtered}
            whole={whole}
            found={found?.lines[current]}
            selected={selected}
            isParticles={isParticles}
            follows={isLive ? isFollowing : undefined}
            onWhole={setWhole}
            onSelect={onSelect}
          />
        </section>
      )}
      {isLive && isPaused && (
        <button type="button" className="button button-small output-end" onClick={() => scroller.current?.scrollTo(0, scroller.current.scrollHeight)}>
          Jump to end
        </button>
      )}
    </section>
  )
}

interface ToolsProps {
  readonly output: OutputDocument
  readonly fileName: string
  readonly found: (Found & { readonly text: string }) | undefined
  readonly current: number
  readonly onFound: (found: (Found & { readonly text: string }) | undefined) => void
  readonly onStep: (by: number) => void
  readonly onlyFound: boolean
  readonly onOnlyFound: (only: boolean) => void
  readonly wraps: boolean
  readonly onWraps: (wraps: boolean) => void
  readonly isParticles: boolean
  readonly onParticles: (isParticles: boolean) => void
}
function OutputTools(props: ToolsProps) {
  const { output, fileName, found, current, onFound, onStep } = props
  const [text, setText] = useState('')
  const [isExpression, setExpression] = useState(false)
  const [problem, setProblem] = useState('')
  async function look(wanted: string, expression: boolean) {
    setText(wanted)
    setExpression(expression)
    setProblem('')
    if (wanted === '') return onFound(undefined)
    try {
      const next = await output.ask({ ask: 'search', wanted: { text: wanted, isExpression: expression, matchesCase: false } })
      setProblem(next.problem ?? '')
      onFound({ ...next, text: wanted })
      announce(`${next.lines.length}${next.isPartial ? ' or more' : ''} lines found`)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onStep(event.shiftKey ? -1 : 1)
  }
  const copy = async (kind: 'text' | 'raw') => {
    const content = kind === 'text' ? await output.ask({ ask: 'text' }) : new TextDecoder().decode(await output.ask({ ask: 'raw' }))
    announce((await copyText(content)) ? 'Copied' : 'Not copied')
  }
  const download = async (kind: 'text' | 'raw') => {
    const content = kind === 'text' ? await output.ask({ ask: 'text' }) : ((await output.ask({ ask: 'raw' })) as Uint8Array<ArrayBuffer>)
    saveFile(`${fileName}${kind === 'raw' ? '' : '-without-ux'}.txt`, new Blob([content], { type: 'text/plain' }))
  }
  return (
    <div className="output-tools row">
      <input
        type="search"
        className="output-search"
        aria-label="Search in the output"
        placeholder="Search"
        value={text}
        onChange={(event) => void look(event.target.value, isExpression)}
        onKeyDown={keys}
      />
      {found && (
        <span className="muted small">
          {found.lines.length === 0 ? 'none' : `${current + 1} of ${found.lines.length}${found.isPartial ? ' or more' : ''}`}
        </span>
      )}
      {problem && <span className="fault">{problem}</span>}
      <label className="check">
        <input type="checkbox" checked={isExpression} onChange={(event) => void look(text, event.target.checked)} /> Expression
      </label>
      {found && found.lines.length > 0 && (
        <label className="check">
          <input type="checkbox" checked={props.onlyFound} onChange={(event) => props.onOnlyFound(event.target.checked)} /> Only these lines
        </label>
      )}
      <label className="check">
        <input type="checkbox" checked={props.wraps} onChange={(event) => props.onWraps(event.target.checked)} /> Wrap
      </label>
      <label className="check">
        <input type="checkbox" checked={props.isParticles} onChange={(event) => props.onParticles(event.target.checked)} /> Particles
      </label>
      <span className="row output-copies">
        <button type="button" className="button button-small" onClick={() => void copy('text')}>
          Copy
        </button>
        <button type="button" className="button button-small" onClick={() => void copy('raw')}>
          Copy with Ux
        </button>
        <button type="button" className="button button-small" onClick={() => void download('raw')}>
          Download
        </button>
        <button type="button" className="button button-small" onClick={() => void download('text')}>
          Download without Ux
        </button>
      </span>
    </div>
  )
}
