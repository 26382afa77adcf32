// Tables of figures as one picture each, with the tables folded below.
import { element, type MdxNode, text } from '../mdx/nodes.ts'
import type { ChartData } from './chart-data.ts'

export const chart = (data: ChartData): MdxNode => element('DotChart', { data: JSON.stringify(data) })

export function folded(summary: string, children: readonly MdxNode[]): MdxNode {
  return element('details', {}, [element('summary', {}, [text(summary)]), ...children])
}

/** Places on a logarithmic axis over whole decades; what lies below or above stands at its end. */
export function decades(lowest: number, highest: number) {
  const [from, to] = [Math.floor(Math.log10(lowest)), Math.ceil(Math.log10(highest))]
  const at = (x: number) => Math.min(Math.max((Math.log10(x) - from) / (to - from), 0), 1)
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => ({ at: i / (to - from), text: String(Number(`1e${from + i}`)) }))
  return { at, ticks }
}
