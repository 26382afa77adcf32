// What a reader chose about a figure, and what draws it: types only, so that a page that shows a finished picture loads neither.
import type { UxValue } from '@credence/distribution'
import type { FigureWords } from './figure.ts'
import type { FigureGeometry, FigureOptions } from './figure-geometry.ts'
import type { Reader } from './reader.ts'
import type { AxisKind } from './scale.ts'

export type Choice = Required<Pick<FigureOptions, 'view' | 'dots' | 'axis' | 'limits'>>
export const FIRST_CHOICE: Choice = { view: 'density', dots: 20, axis: 'linear', limits: [] }
/** What changes of it; from the value where it takes numbers of it. */
export type Change = Partial<Choice> | ((drawing: ValueDrawing) => Partial<Choice>)

/** A value ready to be drawn, read and drawn again. */
export interface ValueDrawing {
  readonly value: UxValue
  readonly options: FigureOptions
  readonly reader: Reader
  /** Those that would tell more than a linear axis, behind it. */
  readonly axes: readonly AxisKind[]
  geometry(choice: Choice): FigureGeometry
  html(geometry: FigureGeometry, words: FigureWords): string
  /** What a place says: the number there, how dense it is, and how much lies below. */
  readAt(geometry: FigureGeometry, at: number): string
  /** The outline of this value on the axis of a figure of another; empty where there is none. */
  ghostOn(geometry: FigureGeometry): string
  /** Outlines on the way from another value to this one, from 0 to 1. */
  morph(from: ValueDrawing, geometry: FigureGeometry): (progress: number) => string
}
