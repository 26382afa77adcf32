// How samples take their own paths, drawn for the option of examples/branches/payoff.c: a comparison that parts the outcomes, a run for each side, and what both print.
import { exp, law } from '@credence/distribution'
import { type DensityBox, densityArea } from '@credence/ui/laws/density-area.ts'
import { code, element, type MdxNode, text } from '../mdx/nodes.ts'

/** Of the program: price = 100 exp(0.01 + 0.2 z), and the strike. */
const [MEDIAN, SIGMA, STRIKE] = [100 * exp(0.01), 0.2, 105]
/** Prices at the ends of the axis, and the size of a picture. */
const [LEAST, MOST] = [50, 190]
const PICTURE = { width: 280, height: 96, ground: 88, top: 10 }

export function pathsDiagram(): MdxNode[] {
  const price = law('lognormal', SIGMA, 0)
  const paid = price.sf(STRIKE / MEDIAN)
  const percent = (share: number) => `${Math.round(100 * share)} %`
  const density = (at: number) => price.pdf(at / MEDIAN)
  const box: DensityBox = { axis: [LEAST, MOST], ...PICTURE, foot: PICTURE.ground, highest: price.pdf(exp(-SIGMA * SIGMA)) } // the mode
  const [below, above] = [densityArea(density, box, [LEAST, STRIKE]), densityArea(density, box, [STRIKE, MOST])]
  const strike = x(STRIKE)
  return [
    element('figure', { className: 'paths furniture' }, [
      step(
        'paths-asks',
        [fill('paths-stays', below), fill('paths-leaves', above), line('paths-limit', strike)],
        [
          strong('One comparison'),
          text(': the outcomes of '),
          code('price'),
          text(` lie on both sides of ${STRIKE}. The particle, ${Math.round(MEDIAN)}, is below.`),
        ],
      ),
      step(
        'paths-first',
        [fill('paths-stays', below), line('paths-limit', strike)],
        [strong('The particle’s run'), text(` goes on for the ${percent(1 - paid)} below. It gives the text.`)],
      ),
      step(
        'paths-second',
        [fill('paths-leaves', above), line('paths-limit', strike)],
        [strong('Another run'), text(`, from the start, takes the ${percent(paid)} above.`)],
      ),
      step(
        'paths-prints',
        [fill('paths-leaves', above), line('paths-atom', strike)],
        [
          strong('What both print'),
          text(` is one distribution: the number 0 in ${percent(1 - paid)} of the outcomes, and in the others what the option pays.`),
        ],
      ),
    ]),
  ]
}

const strong = (words: string): MdxNode => ({ type: 'strong', children: [text(words)] })
/** The picture says nothing that its words do not. */
function step(name: string, picture: readonly MdxNode[], words: readonly MdxNode[]): MdxNode {
  const { width, height, ground } = PICTURE
  const axis = element('path', { className: 'paths-axis', d: `M0 ${ground}H${width}` })
  return element('div', { className: name }, [
    element('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, [...picture, axis]),
    element('p', {}, words),
  ])
}
const fill = (className: string, d: string): MdxNode => element('path', { className, d })
const line = (className: string, at: number): MdxNode => element('path', { className, d: `M${at} ${PICTURE.ground}V${PICTURE.top - 4}` })

const x = (price: number): number => Math.round((10 * PICTURE.width * (price - LEAST)) / (MOST - LEAST)) / 10
