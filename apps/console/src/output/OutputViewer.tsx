// An output, however long: only the lines in view are there. Search, following of what still comes, copies and downloads.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'
import { saveFile } from '../ui/save-file.ts'
import { newestOf, type OutputDocument } from './output-document.ts'
import type { ShownLine } from './output-text.ts'
import type { Found } from './search.ts'
import './output.css'
import { useWindow } from './use-window.ts'
import { ValueInText } from './ValueInText.tsx'

const ROW_HEIGHT = 22
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
  const filtered = onlyFound && found ? found.lines : undefined
  const count = filtered?.length ?? lineCount
  const wrapped = wraps && count <= WRAP_LINES
  const view = useWindow(scroller, count, ROW_HEIGHT)
  const { from, top, lines } = useLines(output, lineCount, bytes, wrapped ? { from: 0, to: count, top: 0 } : view, filtered, whole)

  const reveal = (row: number) => {
    const element = scroller.current
    if (!element) return
    if (wrapped) element.querySelector(`[data-row="${row}"]`)?.scrollIntoView({ block: 'center' })
    else element.scrollTop = Math.max(0, (row / Math.max(1, count)) * view.height - element.clientHeight / 2)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what comes, while the end is in view
  useEffect(() => {
    const element = scroller.current
    if (element && isLive && isFollowing.current) element.scrollTop = element.scrollHeight
  }, [lines, isLive])
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
    <section className="output" aria-label={label}>
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
          }}
        >
          <div ref={(element) => sized(element, wrapped ? undefined : view.height)} className="output-room">
            <div ref={(element) => placed(element, top)} className="output-lines" data-wraps={wrapped}>
              {lines.map((line, index) => (
                <Line
                  key={line.number}
                  line={line}
                  row={from + index}
                  isFound={found?.lines[current] === line.number - 1}
                  isSelected={selected !== undefined && line.number >= selected[0] && line.number <= selected[1]}
                  isParticles={isParticles}
                  onWhole={() => setWhole(line.number - 1)}
                  onSelect={
                    onSelect &&
                    ((extend) =>
                      onSelect(
                        extend && selected ? [Math.min(selected[0], line.number), Math.max(selected[1], line.number)] : [line.number, line.number],
                      ))
                  }
                />
              ))}
            </div>
          </div>
        </section>
      )}
    </section>
  )
}

const sized = (element: HTMLElement | null, height: number | undefined): void => {
  if (element) element.style.height = height === undefined ? '' : `${height}px`
}
const placed = (element: HTMLElement | null, top: number): void => {
  if (element) element.style.transform = top === 0 ? '' : `translateY(${top}px)`
}

interface DrawnLines {
  /** Index of the first among the rows. */
  readonly from: number
  /** Pixels from the top. */
  readonly top: number
  readonly lines: readonly ShownLine[]
}
/** The lines in view; those before stay, at their own place, until they are there. */
function useLines(
  output: OutputDocument,
  lineCount: number,
  bytes: number,
  view: { readonly from: number; readonly to: number; readonly top: number },
  only: Uint32Array | undefined,
  whole: number | undefined,
): DrawnLines {
  const [drawn, setDrawn] = useState<DrawnLines>({ from: 0, top: 0, lines: [] })
  const ask = useMemo(() => newestOf(output.ask), [output])
  const { from, to, top } = view
  // Answers come in the order of their questions: also one of a moment ago is nearer to the view than what is shown.
  const of = useRef<object>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another output or filter has other lines
  useEffect(() => {
    of.current = {}
  }, [output, only])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last line may have grown with the bytes
  useEffect(() => {
    const mine = of.current
    const asked = only
      ? ask({ ask: 'some-lines', lines: [...only.subarray(from, to)], ...(whole !== undefined && { whole }) })
      : ask({ ask: 'lines', from, to, ...(whole !== undefined && { whole }) })
    asked.then(
      (lines) => {
        if (lines && of.current === mine) setDrawn({ from, top, lines })
      },
      () => {},
    )
  }, [ask, lineCount, bytes, from, to, top, only, whole])
  return drawn
}

interface LineProps {
  readonly line: ShownLine
  readonly row: number
  readonly isFound: boolean
  readonly isSelected: boolean
  readonly isParticles: boolean
  readonly onWhole: () => void
  readonly onSelect: ((extend: boolean) => void) | undefined
}
function Line({ line: { number, parts, cutFrom }, row, isFound, isSelected, isParticles, onWhole, onSelect }: LineProps) {
  return (
    <div className="output-line" data-row={row} data-found={isFound} data-selected={isSelected}>
      {onSelect ? (
        <button type="button" className="output-number" aria-label={`Line ${number}`} tabIndex={-1} onClick={(event) => onSelect(event.shiftKey)}>
          {number}
        </button>
      ) : (
        <span className="output-number" aria-hidden="true">
          {number}
        </span>
      )}
      <span className="output-text">
        {parts.map((part, index) =>
          part.value === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            <span key={index} className={part.styles.map((style) => `ansi-${style}`).join(' ') || undefined}>
              {part.text}
            </span>
          ) : (
            <ValueInText key={part.value} piece={part.piece} text={isParticles ? part.piece.decimal : part.piece.stated} />
          ),
        )}
        {cutFrom !== undefined && (
          <button type="button" className="link" onClick={onWhole}>
            … show all {cutFrom.toLocaleString('en')} characters
          </button>
        )}
      </span>
    </div>
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
    await navigator.clipboard.writeText(content)
    announce('Copied')
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
