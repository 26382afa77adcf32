// A figure and what a reader does with it: choose a view, read a place, set limits, take it along. It is small: a page may show a picture that was drawn before, and
// `load` what draws and reads it when somebody first points at it or moves the keyboard into it.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Change, type Choice, FIRST_CHOICE, type ValueDrawing } from './choice.ts'
import { LimitHandles, LimitRow } from './limits.tsx'
import { FigureTools } from './tools.tsx'

export interface FigureShellProps {
  /** What `plotFigure` drew of the value, until there is a drawing. */
  readonly html?: string
  /** One that changes leaves the outline of the one before as a ghost, as long as the subject is the same. */
  readonly drawing?: ValueDrawing
  readonly subject?: string
  /** Called once, when the figure is first touched. */
  readonly load?: () => Promise<ValueDrawing | undefined>
  /** Starts the ids inside; the same as of `html`. */
  readonly idPrefix: string
  /** Names the figure for assistive technology. */
  readonly label?: string
  readonly xAxisLabel?: string
  readonly className?: string
  /** `small` for cards. */
  readonly size?: 'small' | 'full'
  /** Without: no buttons above. */
  readonly tools?: boolean
}

const isBrowser = typeof document !== 'undefined'

/** Share of the width by which an arrow key moves the reading. */
const STEP = 0.01

export function DistributionFigure(props: FigureShellProps): ReactNode {
  const { html = '', load, idPrefix, label, xAxisLabel, className = '', size = 'full', tools = true } = props
  const [loaded, setLoaded] = useState<ValueDrawing>()
  const [choice, setChoice] = useState<Choice>(FIRST_CHOICE)
  const asked = useRef<Promise<ValueDrawing | undefined>>(undefined)
  const picture = useRef<HTMLDivElement>(null)
  const drawing = props.drawing ?? loaded
  const before = usePrevious(props.drawing, props.subject)
  const geometry = useMemo(() => drawing?.geometry(choice), [drawing, choice])
  const drawn = useMemo(() => {
    if (!drawing || !geometry) return html
    return drawing.html(geometry, { idPrefix, title: label, xAxisLabel, ghost: before?.ghostOn(geometry) })
  }, [drawing, geometry, html, idPrefix, label, xAxisLabel, before])
  // A page whose policy lets no markup bring styles takes them from its script.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is new in the page
  useLayoutEffect(() => {
    for (const element of picture.current?.querySelectorAll<HTMLElement>('[data-style]') ?? []) {
      element.style.cssText = element.dataset['style'] ?? ''
      element.removeAttribute('data-style')
    }
  }, [drawn])
  useMorph(picture, before, drawing, choice)

  const ready = async (): Promise<ValueDrawing | undefined> => {
    if (drawing || !load) return drawing
    asked.current ??= load()
    try {
      const found = await asked.current
      setLoaded(found)
      return found
    } catch {
      asked.current = undefined // the next touch tries again
    }
  }
  const wake = () => void ready()
  const choose = async (change: Change) => {
    const found = drawing ?? (await ready())
    if (found) setChoice((old) => ({ ...old, ...(typeof change === 'function' ? change(found) : change) }))
  }
  const hasBars = geometry === undefined || geometry.bars.length > 0
  return (
    <figure className={`ux-figure ${size === 'small' ? 'ux-figure-small ' : ''}${className}`.trim()} onPointerEnter={wake} onFocus={wake}>
      {tools && hasBars ? <FigureTools {...{ choice, choose, drawing, ready, label, xAxisLabel }} /> : null}
      <div className="ux-figure-area">
        <div
          ref={picture}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: plotFigure escapes the texts it is given
          dangerouslySetInnerHTML={{ __html: isBrowser ? drawn.replaceAll(' style="', ' data-style="') : drawn }}
        />
        {drawing && geometry && geometry.bars.length > 0 ? <Reading {...{ drawing, geometry, label }} /> : null}
        {drawing && geometry && choice.limits.length > 0 ? <LimitHandles {...{ drawing, geometry, choice, choose }} /> : null}
      </div>
      {drawing && geometry && choice.limits.length > 0 ? <LimitRow {...{ drawing, geometry, choice, choose }} /> : null}
    </figure>
  )
}

interface ReadingProps {
  readonly drawing: ValueDrawing
  readonly geometry: ReturnType<ValueDrawing['geometry']>
  readonly label: string | undefined
}
/** A line under the pointer, or moved by the arrow keys, and what it says there. */
function Reading({ drawing, geometry, label }: ReadingProps) {
  const [at, setAt] = useState<number>()
  const { scale, view, mean } = geometry
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(within((clientX - left) / width))
  }
  const here = at ?? mean?.at ?? 0.5
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) {
      if (event.key !== 'Escape' || at === undefined) return
      event.stopPropagation()
      return setAt(undefined)
    }
    event.preventDefault()
    setAt(within(here + by))
  }
  const text = drawing.readAt(geometry, here)
  const isAcross = view !== 'quantiles'
  return (
    <div
      className="ux-figure-reader"
      role="slider"
      tabIndex={0}
      aria-label={`Read ${label ?? 'the distribution'}`}
      aria-valuemin={isAcross ? scale.from : 0}
      aria-valuemax={isAcross ? scale.to : 1}
      aria-valuenow={isAcross ? scale.at(here) : here}
      aria-valuetext={text}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setAt(undefined)}
      onBlur={() => setAt(undefined)}
      onKeyDown={move}
    >
      {at !== undefined && (
        <>
          <span className="ux-figure-cross" style={{ left: `${100 * at}%` }} />
          <span className="ux-figure-reading" style={at < 0.5 ? { left: `${100 * at}%` } : { right: `${100 - 100 * at}%` }}>
            {text}
          </span>
        </>
      )}
    </div>
  )
}
const within = (at: number): number => Math.min(Math.max(at, 0), 1)

/** What was given of the same subject before what is given now. */
function usePrevious<Thing>(thing: Thing, subject: string | undefined): Thing | undefined {
  const [pair, setPair] = useState<{ now: Thing; before?: Thing; subject: string | undefined }>({ now: thing, subject })
  if (pair.now === thing) return pair.before
  const before = pair.subject === subject ? pair.now : undefined
  setPair({ now: thing, before, subject })
  return before
}

const MORPH_MS = 350
/** Fast at first, slow at the end. */
const eased = (passed: number): number => 1 - (1 - passed) * (1 - passed) * (1 - passed)
/** Moves the outline from the value before to the present one, unless the reader asked for little motion. */
function useMorph(
  picture: { readonly current: HTMLElement | null },
  before: ValueDrawing | undefined,
  drawing: ValueDrawing | undefined,
  choice: Choice,
): void {
  const latest = useRef(choice)
  useLayoutEffect(() => {
    latest.current = choice
  })
  useLayoutEffect(() => {
    const geometry = drawing?.geometry(latest.current)
    if (!before || !drawing || !geometry || !before.ghostOn(geometry) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const outline = drawing.morph(before, geometry)
    const paths = [...(picture.current?.querySelectorAll<SVGPathElement>('[data-shape]') ?? [])].map((path) => ({
      path,
      d: path.getAttribute('d') ?? '',
    }))
    const begun = performance.now()
    let frame = 0
    const step = () => {
      const passed = (performance.now() - begun) / MORPH_MS
      const isOver = passed >= 1
      const shape = isOver ? '' : outline(eased(passed))
      for (const { path, d } of paths) path.setAttribute('d', isOver ? d : shape + (path.dataset.shape ? `L1000 200L0 200Z` : ''))
      if (!isOver) frame = requestAnimationFrame(step)
    }
    step()
    return () => {
      cancelAnimationFrame(frame)
      for (const { path, d } of paths) path.setAttribute('d', d)
    }
  }, [before, drawing, picture])
}
