// The lines of an output that are in view, by themselves: scrolling and what comes draw nothing else.
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newestOf, type OutputDocument } from './output-document.ts'
import type { ShownLine } from './output-text.ts'
import { useWindow } from './use-window.ts'
import { ValueInText } from './ValueInText.tsx'

export const ROW_HEIGHT = 22

interface LinesProps {
  readonly output: OutputDocument
  readonly scroller: RefObject<HTMLElement | null>
  /** Of rows: all lines, or those that were found. */
  readonly count: number
  readonly lineCount: number
  readonly bytes: number
  readonly isWrapped: boolean
  readonly only: Uint32Array | undefined
  readonly whole: number | undefined
  /** Index of the line that a search stands on. */
  readonly found: number | undefined
  readonly selected: readonly [number, number] | undefined
  readonly isParticles: boolean
  /** Whether the end stays in view as more comes; undefined: nothing comes. */
  readonly follows: RefObject<boolean> | undefined
  readonly onWhole: (line: number) => void
  readonly onSelect: ((lines: readonly [number, number]) => void) | undefined
}
export function OutputLines(props: LinesProps) {
  const { output, scroller, count, lineCount, bytes, isWrapped, only, whole, found, selected, isParticles, follows, onWhole } = props
  const view = useWindow(scroller, count, ROW_HEIGHT)
  const { from, top, lines } = useLines(output, lineCount, bytes, isWrapped ? { from: 0, to: count, top: 0 } : view, only, whole)
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what comes, while the end is in view
  useEffect(() => {
    const element = scroller.current
    if (element && follows?.current) element.scrollTop = element.scrollHeight
  }, [lines, follows])
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const select = useCallback((line: number, extend: boolean) => {
    const { selected: before, onSelect } = latest.current
    onSelect?.(extend && before ? [Math.min(before[0], line), Math.max(before[1], line)] : [line, line])
  }, [])
  return (
    <div ref={(element) => sized(element, isWrapped ? undefined : view.height)} className="output-room">
      <div ref={(element) => placed(element, top)} className="output-lines" data-wraps={isWrapped}>
        {lines.map((line, index) => (
          <Line
            key={line.number}
            line={line}
            row={from + index}
            isFound={found === line.number - 1}
            isSelected={selected !== undefined && line.number >= selected[0] && line.number <= selected[1]}
            isParticles={isParticles}
            onWhole={onWhole}
            onSelect={props.onSelect && select}
          />
        ))}
      </div>
    </div>
  )
}

const sized = (element: HTMLElement | null, height: number | undefined): void => {
  if (element) element.style.height = height === undefined ? '' : `${height}px`
}
const placed = (element: HTMLElement | null, top: number): void => {
  if (element) element.style.transform = top === 0 ? '' : `translateY(${top}px)`
}

interface DrawnLines {
  /** The output and the filter that they are of. */
  readonly of: object | undefined
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
  const [drawn, setDrawn] = useState<DrawnLines>({ of: undefined, from: 0, top: 0, lines: [] })
  const ask = useMemo(() => newestOf(output.ask), [output])
  const { from, to, top } = view
  // Answers come in the order of their questions: also one of a moment ago is nearer to the view than what is shown.
  const of = useRef<object>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another output or filter has other lines
  useEffect(() => {
    of.current = {}
  }, [output, only])
  // Only the last line grows with the bytes; those above the end are not asked for again while more comes.
  const end = to < lineCount ? 0 : bytes
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last line may have grown
  useEffect(() => {
    const mine = of.current
    const asked = only
      ? ask({ ask: 'some-lines', lines: [...only.subarray(from, to)], ...(whole !== undefined && { whole }) })
      : ask({ ask: 'lines', from, to, ...(whole !== undefined && { whole }) })
    asked.then(
      (lines) => {
        if (lines && of.current === mine)
          setDrawn((before) => ({ of: mine, from, top, lines: before.of === mine ? lines.map(asBefore(before.lines)) : lines }))
      },
      () => {},
    )
  }, [ask, end, from, to, top, only, whole])
  return drawn
}

/** A line that was drawn already is the same one, so that it is not drawn again; the last may have grown. */
function asBefore(before: readonly ShownLine[]): (line: ShownLine) => ShownLine {
  const known = new Map(before.slice(0, -1).map((line) => [line.number, line]))
  return (line) => {
    const old = known.get(line.number)
    return old && old.cutFrom === line.cutFrom && old.isMost === line.isMost && old.parts.length === line.parts.length ? old : line
  }
}

interface LineProps {
  readonly line: ShownLine
  readonly row: number
  readonly isFound: boolean
  readonly isSelected: boolean
  readonly isParticles: boolean
  readonly onWhole: (line: number) => void
  readonly onSelect: ((line: number, extend: boolean) => void) | undefined
}
const Line = memo(({ line: { number, parts, cutFrom, isMost, dropped }, row, isFound, isSelected, isParticles, onWhole, onSelect }: LineProps) => {
  return (
    <div className="output-line" data-row={row} data-found={isFound} data-selected={isSelected}>
      {onSelect ? (
        <button
          type="button"
          className="output-number"
          aria-label={`Line ${number}`}
          tabIndex={-1}
          onClick={(event) => onSelect(number, event.shiftKey)}
        >
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
        {dropped !== undefined && (
          <small className="output-dropped" title="Control sequences of a terminal, which are not shown">
            {dropped} not shown
          </small>
        )}
        {cutFrom !== undefined &&
          (isMost ? (
            <span className="muted">… of {cutFrom.toLocaleString('en')} characters: a download has them all</span>
          ) : (
            <button type="button" className="link" onClick={() => onWhole(number - 1)}>
              … show all {cutFrom.toLocaleString('en')} characters
            </button>
          ))}
      </span>
    </div>
  )
})
