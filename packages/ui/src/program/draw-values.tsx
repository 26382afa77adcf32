// What draws the values of a program: loaded when a reader first touches its figure, or when the program runs in the page.
import { parseUx, type ValuePiece } from '@credence/distribution'
import { drawingOf, type ValueDrawing } from '@credence/plot'
import { DistributionOverlay } from '@credence/plot/overlay'
import { ValueCard } from '@credence/plot/value-card'
import type { ReactNode } from 'react'
import { RESOLUTION } from './first-value.ts'

export function drawValue({ ux }: ValuePiece): ValueDrawing {
  return drawingOf(parseUx(ux), { resolution: RESOLUTION })
}

export function cardOf({ ux }: ValuePiece, quantity: string | undefined): ReactNode {
  return <ValueCard value={parseUx(ux)} quantity={quantity} resolution={RESOLUTION} />
}

export function AllValues({ values, names }: { readonly values: readonly ValuePiece[]; readonly names: readonly string[] }) {
  return <DistributionOverlay label="All values" values={values.map(({ ux }, index) => ({ name: names[index] ?? '', value: parseUx(ux) }))} />
}
