// Limits of a figure: dragged, moved by arrow keys, or typed.
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import type { Change, Choice, ValueDrawing } from './choice.ts'
import type { FigureGeometry } from './figure-geometry.ts'

interface LimitProps {
  readonly drawing: ValueDrawing
  readonly geometry: FigureGeometry
  readonly choice: Choice
  readonly choose: (change: Change) => void
}
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.005,
  ArrowDown: -0.005,
  ArrowRight: 0.005,
  ArrowUp: 0.005,
  PageDown: -0.05,
  PageUp: 0.05,
}

/** On the drawing; of quantiles there are none, since their axis is the probability. */
export function LimitHandles({ drawing, geometry, choice, choose }: LimitProps) {
  const box = useRef<HTMLDivElement>(null)
  const { scale, view } = geometry
  if (view === 'quantiles') return null
  const put = (index: number, share: number) => {
    const limit = scale.at(Math.min(Math.max(share, 0), 1))
    choose({ limits: choice.limits.map((old, i) => (i === index ? limit : old)) })
  }
  const drag = (index: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    const frame = box.current?.getBoundingClientRect()
    if (frame && event.currentTarget.hasPointerCapture(event.pointerId)) put(index, (event.clientX - frame.left) / frame.width)
  }
  const step = (index: number, limit: number) => (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    put(index, scale.place(limit) + by)
  }
  return (
    <div ref={box} className="ux-figure-handles">
      {choice.limits.map((limit, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a limit has no identity but its place
          key={index}
          className="ux-figure-handle"
          role="slider"
          tabIndex={0}
          aria-label={choice.limits.length > 1 ? `Limit ${index + 1}` : 'Limit'}
          aria-valuemin={scale.from}
          aria-valuemax={scale.to}
          aria-valuenow={limit}
          aria-valuetext={`${drawing.reader.inWords(limit)}: ${geometry.limitsSay}`}
          style={{ left: `${100 * Math.min(Math.max(scale.place(limit), 0), 1)}%` }}
          onPointerDown={drag(index)}
          onPointerMove={drag(index)}
          onKeyDown={step(index, limit)}
        />
      ))}
    </div>
  )
}

/** Below the drawing: the limits as numbers, and one more or none. */
export function LimitRow({ drawing, geometry, choice, choose }: LimitProps) {
  const id = useId()
  const { limits } = choice
  const type = (index: number, text: string) => {
    const limit = Number(text)
    if (text !== '' && Number.isFinite(limit)) choose({ limits: limits.map((old, i) => (i === index ? limit : old)) })
  }
  return (
    <div className="ux-figure-limits furniture" data-markdown-ignore>
      {limits.map((limit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a limit has no identity but its place
        <span key={index}>
          <label htmlFor={`${id}-${index}`}>{limits.length > 1 ? `Limit ${index + 1}` : 'Limit'}</label>
          <input
            id={`${id}-${index}`}
            type="number"
            step="any"
            value={Number(limit.toPrecision(6))}
            onChange={(event) => type(index, event.currentTarget.value)}
          />
        </span>
      ))}
      {limits.length === 1 ? (
        <button type="button" onClick={() => choose({ limits: [drawing.reader.quantile(0.05), ...limits].sort((a, b) => a - b) })}>
          Second limit
        </button>
      ) : (
        <button type="button" onClick={() => choose({ limits: limits.slice(1) })}>
          One limit
        </button>
      )}
      <output className="ux-figure-table">{geometry.limitsSay}</output>
    </div>
  )
}
