// What draws the values of a program: loaded when a reader first touches its figure, or when the program runs in the page.
import { parseUx, type UxValue, type ValuePiece } from '@credence/distribution'
import { drawingOf, type ValueDrawing } from '@credence/plot'
import { DistributionOverlay } from '@credence/plot/overlay'
import { ValueCard } from '@credence/plot/value-card'
import type { ReactNode } from 'react'
import { RESOLUTION } from './first-value.ts'

/** With its particle: an output says it before the distribution. */
const wholeValue = ({ decimal, ux }: ValuePiece): UxValue => parseUx(decimal + ux)

export function drawValue(piece: ValuePiece): ValueDrawing {
  return drawingOf(wholeValue(piece), { resolution: RESOLUTION })
}

export function cardOf(piece: ValuePiece, quantity: string | undefined): ReactNode {
  return <ValueCard value={wholeValue(piece)} quantity={quantity} resolution={RESOLUTION} />
}

export function AllValues({ values, names }: { readonly values: readonly ValuePiece[]; readonly names: readonly string[] }) {
  return <DistributionOverlay label="All values" values={values.map((value, index) => ({ name: names[index] ?? '', value: wholeValue(value) }))} />
}
