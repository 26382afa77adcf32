// One value, whichever was pasted: its plot, figures, thresholds and Dirac deltas, worked out in this browser. The value is in the fragment of the address.
import { LIMITS } from '@credence/contract'
import { drawSamples, fromSamples, generator, isPlain, parseUx, type UxValue, uxValue } from '@credence/distribution'
import { DistributionPlot } from '@credence/plot/react'
import { copyText } from '@credence/ui/copy-text'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useState } from 'react'
import { announce } from '../state/live-region.ts'
import { useTitle } from '../state/title.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { Field } from '../ui/Field.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { SignedLink } from './SignedLink.tsx'
import type { ValueSearch } from './search.ts'
import { figuresOf, probabilityBelow, summaryOf } from './statistics.ts'
import './values.css'

const EXAMPLE_HINT = 'A Ux string with or without its decimal, Ux bytes as hexadecimal text, or a number.'

export function ValueScreen() {
  const hash = useLocation({ select: (at) => at.hash })
  const navigate = useNavigate()
  const text = useMemo(() => decoded(hash), [hash])
  const outcome = useMemo(() => read(text), [text])
  const value = typeof outcome === 'object' ? outcome : undefined
  const { name, of } = useSearch({ from: '/inside/value' })
  const [isTyped] = useState(hash === '') // the text of one that came with the address is not what people come for
  const title = value ? [name, summaryOf(value)].filter(Boolean).join(': ') : 'Value'
  useTitle(title)
  useLayoutEffect(() => void scrollTo(0, 0), []) // its fragment is no place on the page, so the router leaves the page where the one before was
  const show = (next: string) => void navigate({ to: '/value', hash: encodeURIComponent(next.trim()), replace: true })
  const input = (
    <section className="panel field" aria-label="Value as text">
      <label htmlFor="value-text">{isTyped || !value ? 'Value' : 'As text; type or paste another'}</label>
      <textarea
        id="value-text"
        className="value-input"
        rows={3}
        spellCheck={false}
        value={text}
        aria-invalid={typeof outcome === 'string' || undefined}
        aria-describedby="value-said"
        onChange={(event) => show(event.target.value)}
      />
      <p id="value-said" className={typeof outcome === 'string' ? 'fault' : 'hint'} role="status">
        {typeof outcome === 'string' ? outcome : EXAMPLE_HINT}
      </p>
    </section>
  )
  return (
    <>
      <div>
        <h1>{title}</h1>
        {value && of && (
          <Link className="small" to="/tasks/$taskId" params={{ taskId: of }} search={{}}>
            The task that printed it
          </Link>
        )}
      </div>
      {isTyped && input}
      {value && <Shown value={value} text={text} />}
      {!isTyped && input}
    </>
  )
}

const decoded = (hash: string): string => {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
/** The value; a text says what is wrong with it; undefined: nothing was pasted. */
function read(text: string): UxValue | string | undefined {
  if (text.trim() === '') return undefined
  try {
    return parseUx(text)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function Shown({ value, text }: { readonly value: UxValue; readonly text: string }) {
  const search = useSearch({ from: '/inside/value' })
  const navigate = useNavigate()
  const seek = (change: ValueSearch) => void navigate({ to: '/value', hash: true, search: { ...search, ...change }, replace: true } as never)
  const view = search.view ?? 'figures'
  const copy = async (what: string, content: string) => {
    if (await copyText(content)) announce(`${what} copied`)
  }
  return (
    <>
      <section className="panel" aria-label="Plot">
        <DistributionPlot value={value} label={`Distribution of ${summaryOf(value)}`} fullResolution={search.full === true} />
        <p className="row">
          {!isPlain(value) && (
            <label className="check">
              <input type="checkbox" checked={search.full === true} onChange={(event) => seek({ full: event.target.checked || undefined })} /> All
              bars
            </label>
          )}
          <button type="button" className="button button-small" onClick={() => void copy('Ux text', text)}>
            Copy Ux text
          </button>
          <button type="button" className="button button-small" onClick={() => void copy('Mean and uncertainty', summaryOf(value))}>
            Copy mean ± u
          </button>
          {(['Ux bytes', 'LaTeX', 'C'] as const).map((name) => (
            <button
              key={name}
              type="button"
              className="button button-small"
              onClick={() => void import('./copies.ts').then(({ COPIES }) => copy(name, COPIES[name](value)))}
            >
              Copy {name}
            </button>
          ))}
          <CopyAs what="samples" call={callOf('createSamples', { body: { payload: text } })} />
        </p>
        <SignedLink key={text} payload={text} name={search.name} fullResolution={search.full === true} />
      </section>
      <Thresholds value={value} search={search} onChange={seek} />
      <section className="panel" aria-label="More about the value">
        <Tabs
          label="More about the value"
          tabs={[
            { id: 'figures', label: 'Figures' },
            { id: 'table', label: 'Dirac deltas', count: value.mixture.positions.length },
            { id: 'samples', label: 'Samples' },
          ]}
          current={view}
          onChange={(id) => seek({ view: id as ValueSearch['view'] })}
        >
          {view === 'figures' && (
            <dl className="value-facts">
              {figuresOf(value).map(({ name, text: shown, full }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd title={full}>{shown}</dd>
                </div>
              ))}
            </dl>
          )}
          {view === 'table' && <Diracs value={value} />}
          {view === 'samples' && <Samples value={value} />}
        </Tabs>
      </section>
    </>
  )
}

function Thresholds({
  value,
  search,
  onChange,
}: {
  readonly value: UxValue
  readonly search: ValueSearch
  readonly onChange: (change: ValueSearch) => void
}) {
  const number = (text: string | undefined) => (text === undefined || text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text))
  const [low, high] = [number(search.t), number(search.to)]
  const [least, most] = useMemo(() => spanOf(value), [value])
  const percent = (p: number) => `${Number((100 * p).toPrecision(5))} %`
  return (
    <section className="panel stack" aria-labelledby="thresholds">
      <h2 id="thresholds">Thresholds</h2>
      <div className="row">
        <Field label="Threshold" inputMode="decimal" value={search.t ?? ''} onChange={(event) => onChange({ t: event.target.value || undefined })} />
        <Field
          label="Second threshold"
          inputMode="decimal"
          value={search.to ?? ''}
          onChange={(event) => onChange({ to: event.target.value || undefined })}
        />
      </div>
      {most > least && (
        <div className="row">
          <input
            type="range"
            className="threshold-slider"
            aria-label="Move the threshold"
            min={least}
            max={most}
            step={(most - least) / STEPS}
            value={low ?? (least + most) / 2}
            aria-valuetext={low === undefined ? 'none yet' : String(low)}
            onChange={(event) => onChange({ t: String(Number(Number(event.target.value).toPrecision(digitsFor(least, most)))) })}
          />
        </div>
      )}
      <p role="status">
        {low !== undefined &&
          `P(X ≤ ${low}) = ${percent(probabilityBelow(value, low))}, P(X > ${low}) = ${percent(1 - probabilityBelow(value, low))}. `}
        {low !== undefined &&
          high !== undefined &&
          `P(${Math.min(low, high)} < X ≤ ${Math.max(low, high)}) = ${percent(Math.abs(probabilityBelow(value, high) - probabilityBelow(value, low)))}.`}
        {low === undefined && <span className="muted">Type a number, or move the slider, to read how much of the value lies below it.</span>}
      </p>
    </section>
  )
}

/** Of the slider, by its keys. */
const STEPS = 200
/** That tell one step from the next, wherever the value lies. */
const digitsFor = (least: number, most: number): number =>
  Math.min(17, Math.max(1, Math.ceil(Math.log10((Math.max(Math.abs(least), Math.abs(most)) * STEPS) / (most - least))) + 1))
/** The ends of what is finite. */
function spanOf({ mixture: { positions } }: UxValue): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const position of positions) {
    if (!Number.isFinite(position)) continue
    least = Math.min(least, position)
    most = Math.max(most, position)
  }
  return [least, most]
}

const FIRST = 200
function Diracs({ value: { mixture } }: { readonly value: UxValue }) {
  const [isAll, setAll] = useState(false)
  const { positions, masses } = mixture
  let cumulated = 0
  const rows = Array.from(positions, (position, index) => {
    cumulated += masses[index] ?? 0
    return { position, mass: masses[index] ?? 0, cumulated }
  })
  const csv = () => `position,mass,cumulated\r\n${rows.map((row) => `${row.position},${row.mass},${row.cumulated}`).join('\r\n')}\r\n`
  return (
    <div className="stack">
      <button type="button" className="button button-small" onClick={() => saveFile('dirac-deltas.csv', new Blob([csv()], { type: 'text/csv' }))}>
        CSV
      </button>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col" className="number">
                Position
              </th>
              <th scope="col" className="number">
                Mass
              </th>
              <th scope="col" className="number">
                Cumulated
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, isAll ? rows.length : FIRST).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: Dirac deltas have no identity but their place
              <tr key={index}>
                <td className="number">{String(row.position)}</td>
                <td className="number">{row.mass.toPrecision(6)}</td>
                <td className="number">{row.cumulated.toPrecision(6)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isAll && rows.length > FIRST && (
        <button type="button" className="button button-small" onClick={() => setAll(true)}>
          Show all {rows.length}
        </button>
      )}
    </div>
  )
}

const SEED = 1
/** Drawn in this browser, from a seed that is shown, so that others draw the same. */
function Samples({ value }: { readonly value: UxValue }) {
  const [text, setText] = useState(String(LIMITS.samples.default))
  const [seed, setSeed] = useState(SEED)
  const count = Number(text)
  const isWrong = !Number.isInteger(count) || count < LIMITS.samples.min || count > LIMITS.samples.max
  const samples = useMemo(() => (isWrong ? new Float64Array() : drawSamples(value.mixture, count, generator(seed))), [value, count, seed, isWrong])
  return (
    <div className="stack">
      <div className="row">
        <Field
          label="Samples"
          inputMode="numeric"
          value={text}
          fault={isWrong ? `A whole number from ${LIMITS.samples.min} to ${LIMITS.samples.max}.` : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Field label="Seed" type="number" value={seed} onChange={(event) => setSeed(Number(event.target.value) || 0)} />
        <button
          type="button"
          className="button button-small"
          onClick={() => void copyText([...samples].join('\n')).then((isDone) => isDone && announce('Samples copied'))}
        >
          Copy
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={() => saveFile('samples.csv', new Blob([`sample\r\n${samples.join('\r\n')}\r\n`], { type: 'text/csv' }))}
        >
          CSV
        </button>
      </div>
      {samples.length > 1 && <DistributionPlot value={uxValue(fromSamples(samples))} label={`Distribution of ${samples.length} samples`} />}
    </div>
  )
}
