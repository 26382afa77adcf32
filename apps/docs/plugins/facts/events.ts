// The events of the platform with when they happen; those that happen together share a row.
import { CHANNELS, EVENTS } from '@credence/contract'
import { type MdxNode, table } from '../mdx/nodes.ts'

export function eventTable(): MdxNode {
  const groups = Map.groupBy(CHANNELS, (kind) => `${EVENTS[kind].when}${EVENTS[kind].webhooks ? '' : ' (realtime only)'}`)
  return table(
    ['Event', 'When'],
    [...groups].map(([when, kinds]) => [kinds.map((kind) => `\`${kind}\``).join(', '), when]),
  )
}
