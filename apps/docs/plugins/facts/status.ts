// The life of a build or task, drawn and tabled from the contract's NEXT.
import { isActive, isTerminal, NEXT, STATUSES, type Status } from '@credence/contract'
import { code, element, type MdxNode, table, text } from '../mdx/nodes.ts'

type Place = readonly [x: number, y: number]

/**
 * Where each status stands in the drawing: centre, in units of the view box. The row on top is the way that most go; Stopped and Rescheduled hang in the loops
 * below it; Cancelled, which all but the ended may become, lies along the foot, so that its arrows fall straight down. No two arrows cross or touch.
 */
const PLACE: Readonly<Record<Status, Place>> = {
  Accepted: [65, 30],
  Initialising: [225, 30],
  'In Progress': [615, 30],
  Completed: [775, 30],
  Stopped: [420, 105],
  Rescheduled: [420, 185],
  Cancelled: [340, 275],
}
const SIZE = { width: 840, height: 305 }
const HALF = { width: 58, height: 17 }
const WIDE: Partial<Record<Status, number>> = { Cancelled: 333 }
/** Of an arrow between the row on top and one below: how far from the middle of the upper box it stands, away from the ends of the row and towards the middle. */
const LANES: Partial<Record<Status, number>> = { Stopped: 44, Rescheduled: 20, Cancelled: -30 }
/** Between two arrows there and back. */
const APART = 16
const CORNER = 8

export function statusDiagram(): MdxNode[] {
  const edges = STATUSES.flatMap((from) => (NEXT[from] as readonly Status[]).map((to) => arrow(from, to)))
  const boxes = STATUSES.flatMap(box)
  const title = `A build or task begins as Accepted. ${STATUSES.filter((status) => !isTerminal(status))
    .map((status) => `${status} may become ${NEXT[status].join(', ')}.`)
    .join(' ')}`
  const svg = element('svg', { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: 'img', 'aria-label': title, style: '' }, [
    element('defs', {}, [
      element('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: '8', refY: '4', markerWidth: '7', markerHeight: '7', orient: 'auto' }, [
        element('path', { d: 'M0 0 8 4 0 8z', fill: 'currentColor' }),
      ]),
    ]),
    ...edges,
    ...boxes,
  ])
  svg.attributes = svg.attributes?.filter(({ name }) => name !== 'style')
  return [element('figure', { className: 'status-diagram', tabIndex: '0' }, [svg]), statusTable()]
}

function arrow(from: Status, to: Status): MdxNode {
  return element('path', { d: arrowPath(from, to), stroke: 'currentColor', fill: 'none', markerEnd: 'url(#arrow)' })
}

/** Along the row, straight up or down, or round one corner. */
export function arrowPath(from: Status, to: Status): string {
  const [[x1, y1], [x2, y2]] = [PLACE[from], PLACE[to]]
  if (y1 === y2) {
    const way = Math.sign(x2 - x1)
    return `M${x1 + way * halfWidth(from)} ${y1}H${x2 - way * halfWidth(to)}`
  }
  const [upper, lower] = y1 < y2 ? [from, to] : [to, from]
  const [x, foot] = [laneOf(upper, from, to), PLACE[upper][1] + HALF.height]
  const [middle, y] = PLACE[lower]
  if (Math.abs(x - middle) < halfWidth(lower)) return upper === from ? `M${x} ${foot}V${y - HALF.height}` : `M${x} ${y - HALF.height}V${foot}`
  const way = Math.sign(middle - x)
  const side = middle - way * halfWidth(lower)
  const along = y + (goBothWays(from, to) ? (upper === from ? -APART / 2 : APART / 2) : 0)
  return upper === from
    ? `M${x} ${foot}V${along - CORNER}Q${x} ${along} ${x + way * CORNER} ${along}H${side}`
    : `M${side} ${along}H${x + way * CORNER}Q${x} ${along} ${x} ${along - CORNER}V${foot}`
}

function laneOf(upper: Status, from: Status, to: Status): number {
  const [x] = PLACE[upper]
  if (x === PLACE.Rescheduled[0]) return x
  const inwards = Math.sign(PLACE.Rescheduled[0] - x)
  const back = upper === to && goBothWays(from, to) ? APART : 0
  return x + inwards * ((LANES[upper === from ? to : from] ?? 0) - back)
}
const goBothWays = (from: Status, to: Status): boolean => (NEXT[to] as readonly Status[]).includes(from)
const halfWidth = (status: Status): number => WIDE[status] ?? HALF.width

function box(status: Status): MdxNode[] {
  const [x, y] = PLACE[status]
  return [
    element('rect', {
      x: String(x - halfWidth(status)),
      y: String(y - HALF.height),
      width: String(2 * halfWidth(status)),
      height: String(2 * HALF.height),
      rx: isTerminal(status) ? '17' : '4',
      fill: 'var(--ifm-background-color)',
      stroke: 'currentColor',
      strokeWidth: isTerminal(status) ? '2.5' : '1',
    }),
    element('text', { x: String(x), y: String(y + 5), textAnchor: 'middle', fontSize: '15', fill: 'currentColor' }, [text(status)]),
  ]
}

function statusTable(): MdxNode {
  return table(
    ['Status', 'Kind', 'May become'],
    STATUSES.map((status) => [
      code(status),
      isTerminal(status) ? 'terminal' : isActive(status) ? 'active' : 'waiting',
      NEXT[status].length === 0 ? 'nothing: it has ended' : NEXT[status].join(', '),
    ]),
  )
}
