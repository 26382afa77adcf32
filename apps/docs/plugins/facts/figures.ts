// Tables of measured figures: published values beside those of the examples, bench/methods.json and bench/branches.json.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ExampleResult, resultFile } from '../examples/results.ts'
import { grouped, type MdxNode, table, text } from '../mdx/nodes.ts'
import { chart, decades, folded } from './charts.ts'

const METHODS = fileURLToPath(new URL('../../../../bench/methods.json', import.meta.url))

/** A table, folded. @param example  path below examples/, as `cases/gum-mass.c` @throws RangeError  it was not run, or has no published figures */
export function publishedTable(example: string): MdxNode {
  const figures = publishedOf(example)
  const found = table(
    ['Figure', 'Published or exact', 'This program', 'Tolerance of the test', 'Source'],
    figures.map(({ name, figure, observed, tolerance, source }) => [
      name,
      String(figure),
      rounded(observed, tolerance),
      `±${Number(tolerance.toPrecision(6))}`,
      source,
    ]),
    [1, 2, 3],
  )
  return folded(`${figures.length} published ${figures.length === 1 ? 'figure' : 'figures'} beside this program’s`, [found])
}

/**
 * How far all figures of some examples are from the published ones, in tolerances of their tests.
 * @param examples  of each its file and what readers call it, between semicolons: `first.c Viscosity; cases/gum-mass.c Mass calibration`
 */
export function publishedChart(examples: string): MdxNode {
  const rows = examples.split(/\s*;\s*/).map((row) => {
    const [example = '', ...name] = row.split(' ')
    return { name: name.join(' '), figures: publishedOf(example) }
  })
  const off = (figure: ExampleResult['published'][number]) => (figure.observed - figure.figure) / figure.tolerance
  const at = (tolerances: number) => Math.min(Math.max(0.5 + tolerances / 4, 0), 1)
  const count = rows.reduce((sum, { figures }) => sum + figures.length, 0)
  return chart({
    rows: rows.map(({ name, figures }) => ({
      name,
      dots: figures.map((figure) => ({
        at: at(off(figure)),
        series: 0,
        title: `${figure.name}: ${figure.figure} published, ${figure.observed.toPrecision(6)} here`,
      })),
    })),
    ticks: [-2, -1, 0, 1, 2].map((tolerances) => ({ at: at(tolerances), text: String(tolerances).replace('-', '\u2212') })),
    axis: 'distance from the published figure, in tolerances of the test',
    series: ['this program'],
    band: [at(-1), at(1)],
    description: `${count} figures of ${rows.length} programs beside the published ones: every one lies within the tolerance of its test.`,
  })
}

/** How far a figure of an example is from the published one, as "2.1 %". @throws RangeError  no such figure */
export function distanceText(example: string, name: string): string {
  const found = publishedOf(example).find((each) => each.name === name)
  if (!found) throw new RangeError(`examples/${example} has no figure called ${name}`)
  return percent(Math.abs(found.observed / found.figure - 1))
}

function publishedOf(example: string): ExampleResult['published'] {
  const path = resultFile(example)
  if (!existsSync(path)) throw new RangeError(`examples/${example} has not been run: npm run examples`)
  const { published }: ExampleResult = JSON.parse(readFileSync(path, 'utf8'))
  if (!published?.length) throw new RangeError(`examples/${example} has no published figures`)
  return published
}

/** One digit more than the tolerance has. */
function rounded(value: number, tolerance: number): string {
  return value.toFixed(Math.min(8, Math.max(0, 1 - Math.floor(Math.log10(tolerance))))).replace(/^-(0\.?0*)$/, '$1')
}

interface Row {
  readonly model: string
  readonly method: string
  readonly errors: { readonly mean: number; readonly deviation: number; readonly low: number; readonly high: number }
  readonly milliseconds: number
}
interface Measurement {
  readonly machine: string
  /** Draws behind the truth. */
  readonly reference: number
  readonly rows: readonly Row[]
}
const measurement = (): Measurement => JSON.parse(readFileSync(METHODS, 'utf8'))

/** A piece of bench/methods.json in a sentence: `draws`, `machine`. */
export function methodsText(of: string): string {
  const { machine, reference } = measurement()
  if (of === 'draws') return `${reference / 1e6} million`
  if (of === 'machine') return machine
  throw new RangeError('name draws or machine')
}

const KINDS: Readonly<Record<string, (errors: Row['errors']) => number>> = {
  mean: ({ mean }) => mean,
  deviation: ({ deviation }) => deviation,
  quantiles: ({ low, high }) => Math.max(low, high),
}
/** The largest error of a method over all models, rounded up to one digit: of the deviation in percent, otherwise in deviations. */
export function worstText(of: string, method: string): string {
  const kind = KINDS[of]
  if (!kind) throw new RangeError(`name one of ${Object.keys(KINDS).join(', ')}`)
  const errors = measurement().rows.filter((row) => row.method === method)
  if (errors.length === 0) throw new RangeError(`no method is called ${method}`)
  const worst = roundedUp(Math.max(...errors.map((row) => kind(row.errors))))
  return of === 'deviation' ? percent(worst) : String(worst)
}

function roundedUp(x: number): number {
  const unit = 10 ** Math.floor(Math.log10(x))
  return Number((Math.ceil(x / unit - 1e-9) * unit).toPrecision(1))
}
const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`

/** The largest error of each method on each model in one chart, and all errors in tables below. */
export function methodsChart(): MdxNode[] {
  const { rows } = measurement()
  const models = [...new Set(rows.map(({ model }) => model))]
  const worst = ({ errors }: Row) => 1000 * Math.max(errors.mean, errors.deviation, errors.low, errors.high)
  const axis = decades(Math.min(...rows.map(worst)), Math.max(...rows.map(worst)))
  const methods = Array.from(Map.groupBy(rows, ({ method }) => method))
  return [
    chart({
      rows: methods.map(([name, ofMethod]) => ({
        name,
        dots: ofMethod.map((row) => ({
          at: axis.at(worst(row)),
          series: models.indexOf(row.model),
          title: `${row.model}: ${thousandths(worst(row) / 1000)}`,
        })),
      })),
      ticks: axis.ticks,
      axis: 'largest error of mean, deviation and quantiles, in thousandths of a deviation',
      series: models,
      description: `Largest error of each method. ${methods.map(([name, ofMethod]) => `${name}: up to ${thousandths(Math.max(...ofMethod.map(worst)) / 1000)}.`).join(' ')}`,
    }),
    folded('All errors and times, as tables', methodsTables()),
  ]
}

/** A paragraph with the name and a table for each model; errors in thousandths. */
export function methodsTables(): MdxNode[] {
  return Array.from(Map.groupBy(measurement().rows, ({ model }) => model)).flatMap(([model, ofModel]) => [
    { type: 'paragraph', children: [{ type: 'strong', children: [text(model)] }] },
    table(
      ['Method', 'Mean', 'Deviation', '2.5 % quantile', '97.5 % quantile', 'Time, ms'],
      ofModel.map(({ method, errors, milliseconds }) => [
        method,
        ...[errors.mean, errors.deviation, errors.low, errors.high].map((error) => thousandths(error)),
        milliseconds.toFixed(0),
      ]),
      [1, 2, 3, 4, 5],
    ),
  ])
}
function thousandths(error: number): string {
  const value = error * 1000
  return value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value < 0.2 ? '< 0.2' : value.toFixed(1)
}

const BRANCHES = fileURLToPath(new URL('../../../../bench/branches.json', import.meta.url))
interface BranchRow {
  readonly name: string
  readonly samples: number
  readonly errors: { readonly mean: number; readonly deviation: number; readonly quantiles: readonly number[]; readonly atoms?: number }
  readonly paths: number
  readonly milliseconds: number
  readonly decided: number
}
interface Branching {
  readonly machine: string
  readonly rows: readonly BranchRow[]
  readonly worst: readonly { readonly milliseconds: number; readonly monteCarlo: number; readonly plain: number }[]
}
const branching = (): Branching => JSON.parse(readFileSync(BRANCHES, 'utf8'))

const VALIDATION = fileURLToPath(new URL('../../../../bench/validation.json', import.meta.url))
interface ValidationRow extends Pick<BranchRow, 'name' | 'samples' | 'errors'> {
  readonly core: string
  readonly within: boolean
}
const validated = (): readonly ValidationRow[] => JSON.parse(readFileSync(VALIDATION, 'utf8')).rows

/** Of a microarchitecture in bench/validation.json: errors, in thousandths. */
export function validationTable(of: string): MdxNode {
  const rows = validated().filter(({ core }) => core === of)
  if (rows.length === 0) throw new RangeError(`no microarchitecture ${of} was measured`)
  const quantiles = ['0.1 %', '2.5 %', '50 %', '97.5 %', '99.9 %']
  return table(
    ['Program', 'Samples', 'Mean', 'Deviation', ...quantiles.map((each) => each.replace(' ', '\u00a0')), 'Atoms', 'Within'],
    rows.map(({ name, samples, errors, within }) => [
      name,
      grouped(samples),
      thousandths(errors.mean),
      thousandths(errors.deviation),
      ...quantiles.map((_, i) => (errors.quantiles[i] === undefined ? '' : thousandths(errors.quantiles[i]))),
      errors.atoms === undefined ? '' : thousandths(errors.atoms),
      within ? 'yes' : 'no',
    ]),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
}
/** How many rows there are, and how many of them are within their gates. */
export function validationText(of: string): string {
  const rows = validated()
  if (of === 'rows') return String(rows.length)
  if (of === 'within') return String(rows.filter(({ within }) => within).length)
  throw new RangeError('name rows or within')
}

/** Of a piece of bench/branches.json: `paths`. */
export function branchesTable(of: string): MdxNode {
  const { rows } = branching()
  if (of === 'paths')
    return table(
      ['Program', 'Samples', 'Paths', 'Time, ms', 'Decided by a majority'],
      rows.map(({ name, samples, paths, milliseconds, decided }) => [
        name,
        grouped(samples),
        grouped(paths),
        milliseconds < 0.5 ? '< 1' : milliseconds.toFixed(0),
        percent(decided),
      ]),
      [1, 2, 3, 4],
    )
  throw new RangeError('name paths')
}
/** `machine`; `worst`: times of the worst case, as multiples of Monte Carlo in the same module. */
export function branchesText(of: string): string {
  const { machine, worst } = branching()
  if (of === 'machine') return machine
  if (of === 'worst') return worst.map(({ milliseconds, monteCarlo }) => (milliseconds / monteCarlo).toFixed(1)).join(', ')
  throw new RangeError('name machine or worst')
}
