// Between source and result: dragged, or moved with the arrow keys. How much the source gets is remembered.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { remembered } from '../state/remembered.ts'
import type { EditorLayout } from './actions.ts'

const kept = remembered('credence.editor.share', '55')
const [LEAST, MOST, STEP] = [20, 80, 5]
const within = (share: number): number => Math.min(MOST, Math.max(LEAST, Math.round(share)))

export function Separator({ layout }: { readonly layout: EditorLayout }) {
  const [share, setShare] = useState(() => within(Number(kept.read()) || 55))
  const line = useRef<HTMLDivElement>(null)
  const move = (next: number) => {
    kept.write(String(within(next)))
    setShare(within(next))
  }
  useEffect(() => line.current?.parentElement?.style.setProperty('--code-share', `${share}`), [share])
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const frame = line.current?.parentElement?.getBoundingClientRect()
    if (!frame || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    move(layout === 'beside' ? (100 * (event.clientX - frame.left)) / frame.width : (100 * (event.clientY - frame.top)) / frame.height)
  }
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP }[event.key]
    const to = by !== undefined ? share + by : event.key === 'Home' ? LEAST : event.key === 'End' ? MOST : undefined
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  if (layout !== 'beside') return null // below each other, both are as tall as they need
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule does not move
    <div
      ref={line}
      className="editor-separator"
      role="separator"
      tabIndex={0}
      aria-label="Room for the source"
      aria-orientation="vertical"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={share}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={keys}
    />
  )
}
