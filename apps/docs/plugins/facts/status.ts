// The life of a build or task, drawn and tabled from the contract's NEXT.
import { isActive, isTerminal, NEXT, STATUSES, type Status } from '@credence/contract'
import { code, element, type MdxNode, table, text } from '../mdx/nodes.ts'

/**
 * Where each status stands in the drawing: centre, in units of the view box. Those that work stand at the corners of a triangle with Stopped inside and Cancelled
 * outside, so that no two arrows cross.
 */
const PLACE: Readonly<Record<Status, readonly [x: number, y: number]>> = {
  Accepted: [65, 30],
  Initialising: [225, 30],
  'In Progress': [615, 30],
  Completed: [775, 30],
  Stopped: [420, 110],
  Rescheduled: [420, 205],
  Cancelled: [420, 330],
}
const HALF = { width: 58, height: 17 }

export function statusDiagram(): MdxNode[] {
  const edges = STATUSES.flatMap((from) => (NEXT[from] as readonly Status[]).map((to) => arrow(from, to)))
  const boxes = STATUSES.flatMap(box)
  const title = `A build or task begins as Accepted. ${STATUSES.filter((status) => !isTerminal(status))
    .map((status) => `${status} may become ${NEXT[status].join(', ')}.`)
    .join(' ')}`
  const svg = element('svg', { viewBox: '0 0 840 360', role: 'img', 'aria-label': title, style: '' }, [
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
  const [x1, y1] = PLACE[from]
  const [x2, y2] = PLACE[to]
  const [sx, sy] = edgePoint([x1, y1], [x2, y2])
  const [ex, ey] = edgePoint([x2, y2], [x1, y1])
  // Where both directions exist the two lines stand apart.
  const apart = (NEXT[to] as readonly Status[]).includes(from) ? 5 : 0
  const length = Math.hypot(ex - sx, ey - sy)
  const [dx, dy] = [(-(ey - sy) / length) * apart, ((ex - sx) / length) * apart]
  const numbers = [sx + dx, sy + dy, ex + dx, ey + dy].map((value) => value.toFixed(1))
  return element('path', {
    d: `M${numbers[0]} ${numbers[1]}L${numbers[2]} ${numbers[3]}`,
    stroke: 'currentColor',
    fill: 'none',
    markerEnd: 'url(#arrow)',
  })
}

/** Where the line to `toward` leaves the box around `at`. */
function edgePoint([x, y]: readonly [number, number], [tx, ty]: readonly [number, number]): [number, number] {
  const [dx, dy] = [tx - x, ty - y]
  const scale = 1 / Math.max(Math.abs(dx) / HALF.width, Math.abs(dy) / HALF.height)
  return [x + dx * scale, y + dy * scale]
}

function box(status: Status): MdxNode[] {
  const [x, y] = PLACE[status]
  return [
    element('rect', {
      x: String(x - HALF.width),
      y: String(y - HALF.height),
      width: String(2 * HALF.width),
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
