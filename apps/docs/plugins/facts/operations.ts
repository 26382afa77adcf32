// The operations of one tag as a table: what to call, what it does, and whether this release has it.
import { isAvailable, operations, TAGS } from '@credence/contract'
import { code, type MdxNode, table } from '../mdx/nodes.ts'

/** @throws RangeError  no tag is called so */
export function operationTable(tag: string): MdxNode {
  if (!(tag in TAGS)) throw new RangeError(`no tag is called ${tag}; they are ${Object.keys(TAGS).join(', ')}`)
  const rows = Object.entries(operations).filter(([, operation]) => operation.tag === tag)
  const anyLater = rows.some(([id]) => !isAvailable('operations', id))
  return table(
    ['Call', 'What it does', ...(anyLater ? ['Available'] : [])],
    rows.map(([id, { method, path, summary }]) => [
      code(`${method} ${path}`),
      summary,
      ...(anyLater ? [isAvailable('operations', id) ? 'yes' : 'later'] : []),
    ]),
  )
}
