// The laws that have constructors: a card for each, with its density as it is before anybody touches its sliders.
import type { Family } from '@credence/distribution'
import { CONSTRUCTORS } from '@credence/engine/constructors'
import { lawCurve } from '@credence/ui/laws/law-curve.ts'
import { inWords, startOf } from '@credence/ui/laws/sliders.ts'
import { element, type MdxNode } from '../mdx/nodes.ts'

const PAGES = '/docs/uxhw-api/inserting-uncertainty/parametric-distributions'

export function lawCards(): MdxNode {
  const cards = (Object.keys(CONSTRUCTORS) as Family[]).map((family) => card(family, `${PAGES}/${CONSTRUCTORS[family].page}/`))
  return element('LawCards', {}, cards)
}

/** On the page of a law. @throws RangeError  no constructor has that page */
export function lawSliders(page: string): MdxNode {
  const family = (Object.keys(CONSTRUCTORS) as Family[]).find((each) => CONSTRUCTORS[each].page === page)
  if (!family) throw new RangeError(`no law has the page ${page}`)
  return card(family)
}

function card(family: Family, to?: string): MdxNode {
  const { title, name, use } = CONSTRUCTORS[family]
  const { d, mean, deviation } = lawCurve(family, startOf(family))
  return element('LawCard', { family, title, name, use, drawn: d, said: inWords(mean, deviation), ...(to && { to }) })
}
