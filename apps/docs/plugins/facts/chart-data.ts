// What a chart of dots in rows shows (src/components/DotChart).

export interface DotRow {
  readonly name: string
  /** Each with its place from 0 to 1, which series it belongs to, and what it is. */
  readonly dots: readonly { readonly at: number; readonly series: number; readonly title: string }[]
}
export interface ChartData {
  readonly rows: readonly DotRow[]
  readonly ticks: readonly { readonly at: number; readonly text: string }[]
  readonly axis: string
  /** Names of the series; one alone needs none. */
  readonly series: readonly string[]
  /** What is within, from 0 to 1. */
  readonly band?: readonly [from: number, to: number]
  readonly description: string
}
