// On a phone, three columns of which the last holds sentences leave these no room: such a table is marked, and css/tables.css puts its last cells below the others.
import type { MdxNode } from '../mdx/nodes.ts'

/** Characters of a last cell: no longer ones stay beside the others. */
const BESIDE = 36

export default function tables() {
  return (tree: MdxNode) => mark(tree)
}

function mark(node: MdxNode): void {
  if (node.type === 'table' && stacks(node)) node.data = { ...(node.data as object), hProperties: { className: 'stacks' } }
  for (const child of node.children ?? []) mark(child)
}

export function stacks({ align, children = [] }: MdxNode): boolean {
  const [head, ...rows] = children
  const isOfNumbers = (align as readonly (string | null)[] | undefined)?.[2] === 'right'
  return head?.children?.length === 3 && !isOfNumbers && rows.some((row) => textOf(row.children?.[2]).length > BESIDE)
}

const textOf = (node: MdxNode | undefined): string => (node?.value ?? '') + (node?.children ?? []).map(textOf).join('')
