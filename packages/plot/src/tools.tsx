// The buttons above a figure: its view, its axis, limits, and files of it.
import { useRef } from 'react'
import type { Change, Choice, ValueDrawing } from './choice.ts'
import type { ExportKind } from './exports.ts'
import type { DotCount, View } from './figure-geometry.ts'

export interface FigureToolsProps {
  readonly choice: Choice
  readonly choose: (change: Change) => void
  readonly drawing: ValueDrawing | undefined
  /** The drawing, loaded where it is not there yet. */
  readonly ready: () => Promise<ValueDrawing | undefined>
  readonly label: string | undefined
  readonly xAxisLabel: string | undefined
}

const VIEWS: readonly { readonly view: View; readonly name: string; readonly about: string }[] = [
  { view: 'density', name: 'Density', about: 'How likely each value is, per unit' },
  { view: 'cdf', name: 'CDF', about: 'How much lies below each value' },
  { view: 'quantiles', name: 'Quantiles', about: 'The value below which each share lies' },
  { view: 'dots', name: 'Dots', about: 'Equally likely outcomes, as dots to count' },
]
const COUNTS: readonly DotCount[] = [20, 50]
const EXPORTS: readonly { readonly kind: ExportKind; readonly name: string }[] = [
  { kind: 'svg', name: 'SVG' },
  { kind: 'png1', name: 'PNG' },
  { kind: 'png2', name: 'PNG, 2×' },
  { kind: 'png4', name: 'PNG, 4×' },
  { kind: 'bars', name: 'CSV: bars' },
  { kind: 'diracs', name: 'CSV: Dirac deltas' },
  { kind: 'json', name: 'JSON' },
  { kind: 'ux', name: 'Ux string' },
]

export function FigureTools({ choice, choose, drawing, ready, label, xAxisLabel }: FigureToolsProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const other = drawing?.axes[1]
  const take = async (kind: ExportKind) => {
    if (menu.current) menu.current.open = false
    const drawn = await ready()
    if (!drawn) return
    const { saveExport } = await import('./browser/save-export.ts')
    await saveExport(kind, drawn, choice, { title: label, xAxisLabel })
  }
  return (
    <div className="ux-figure-tools furniture" data-markdown-ignore>
      <fieldset aria-label={`View of ${label ?? 'the distribution'}`}>
        <span className="ux-figure-views">
          {VIEWS.map(({ view, name, about }) => (
            <button key={view} type="button" title={about} aria-pressed={choice.view === view} onClick={() => choose({ view })}>
              {name}
            </button>
          ))}
        </span>
        {choice.view === 'dots'
          ? COUNTS.map((count) => (
              <button
                key={count}
                type="button"
                aria-label={`${count} dots`}
                aria-pressed={choice.dots === count}
                onClick={() => choose({ dots: count })}
              >
                {count}
              </button>
            ))
          : null}
        {other ? (
          <button
            type="button"
            title={other === 'log' ? 'Logarithmic axis' : 'Axis that is logarithmic on both sides'}
            aria-pressed={choice.axis === other}
            onClick={() => choose({ axis: choice.axis === other ? 'linear' : other })}
          >
            {other === 'log' ? 'Log' : 'Symlog'}
          </button>
        ) : null}
        <button
          type="button"
          title="Set a limit and read how much lies beyond it"
          aria-pressed={choice.limits.length > 0}
          onClick={() => choose(({ reader }) => ({ limits: choice.limits.length > 0 ? [] : [reader.quantile(0.95)] }))}
        >
          Limit
        </button>
      </fieldset>
      <details ref={menu} onKeyDown={(event) => event.key === 'Escape' && closeMenu(event.currentTarget)}>
        <summary>Export</summary>
        <ul>
          {EXPORTS.map(({ kind, name }) => (
            <li key={kind}>
              <button type="button" onClick={() => void take(kind)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false
  menu.querySelector('summary')?.focus()
}
