// What a decoded value is: plot and statistics, then its fields and Dirac deltas as they stand in the text.
import { centralMoment, histogramOf, histogramQuantile, mean, stepQuantile, totalMass, type UxValue } from '@credence/distribution'
import { DistributionPlot } from '@credence/plot/react'
import ScrollTable from '@site/src/components/ScrollTable'
import { type ReactNode, useState } from 'react'
import { type Decoded, numberText } from './decode.ts'
import styles from './decoder.module.css'

const ROUNDING = 1e-12 // of the standard deviation
const PROBABILITIES = [0.025, 0.25, 0.5, 0.75, 0.975] as const

export function Statistics({ value }: { value: UxValue }) {
  const { mixture } = value
  const histogram = histogramOf(mixture, 'pairwise')
  const finite = histogram && 'edges' in histogram && Number.isFinite(mean(mixture)) ? histogram : undefined
  const quantile = (p: number) => (finite ? histogramQuantile(finite, p) : stepQuantile(mixture, p))
  const deviation = Math.sqrt(centralMoment(mixture, 2))
  // As written, but for what is no more than rounding beside the spread; the bytes below show that, too.
  const place = (x: number) => (Math.abs(x) < ROUNDING * deviation ? '0' : numberText(x))
  return (
    <>
      <div className={`${styles.plot} furniture`}>
        <DistributionPlot value={value} label="Distribution of the decoded value" />
      </div>
      <Table
        caption="Statistics of the value"
        heads={['Statistic', 'Value']}
        rows={[
          ['particle', place(value.particle)],
          ['mean', place(value.mean)],
          ['standard deviation', digits(deviation)],
          ...PROBABILITIES.map((p) => [`quantile at ${Number((100 * p).toFixed(1))} %`, digits(quantile(p))]),
          ['sum of the masses', numberText(totalMass(mixture))],
        ]}
      />
    </>
  )
}

const FIRST = 12 // Dirac deltas shown before a reader asks for all

export function Fields({ decoded: { form, header, diracs } }: { decoded: Decoded }) {
  const [showsAll, setShowsAll] = useState(false)
  if (form === 'plain number') return null
  const shown = showsAll ? diracs : diracs.slice(0, FIRST)
  return (
    <>
      <Table
        caption={
          form === 'Ux string' ? 'Fields. Bytes are counted behind “Ux”; two digits are one byte, big-endian.' : 'Fields. Bytes are little-endian.'
        }
        heads={['Byte', 'Field', 'As written', 'Meaning']}
        rows={header.map(({ offset, name, raw, meaning }) => [offset, name, <code key="raw">{raw}</code>, meaning])}
      />
      <Table
        isAside
        caption="Dirac deltas, in the order of the text"
        heads={['Byte', 'Position', 'Mass', 'Position as written', 'Mass as written']}
        rows={shown.map(({ offset, rawPosition, rawMass, position, mass }) => [
          offset,
          numberText(position),
          numberText(mass),
          <code key="position">{rawPosition}</code>,
          <code key="mass">{rawMass}</code>,
        ])}
      />
      {shown.length < diracs.length ? (
        <button type="button" className="control furniture" onClick={() => setShowsAll(true)}>
          Show all {diracs.length} Dirac deltas
        </button>
      ) : null}
    </>
  )
}

const digits = (x: number) => (Number.isFinite(x) ? String(Number(x.toPrecision(7))) : numberText(x))

function Table({
  caption,
  heads,
  rows,
  isAside = false,
}: {
  isAside?: boolean
  caption: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <ScrollTable className={isAside ? `${styles.table} furniture` : styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={String(cells[0])}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
