// Blocks of the documentation as Markdown: what answers a question, as an agent reads it.
import type { Block } from '@credence/search'

/** Paragraphs, fenced listings, and rows under the head of their table, which is said once. */
export function quotation(blocks: readonly Block[]): string {
  const parts: string[] = []
  let above = ''
  for (const block of blocks) {
    if (block.kind !== 'row') {
      parts.push(block.kind === 'code' ? `\`\`\`\n${block.text}\n\`\`\`` : block.text)
      above = ''
      continue
    }
    const head = block.head.length ? block.head : block.cells.map(() => '')
    const titles = row(head)
    const lines = titles === above ? [] : [titles, row(head.map(() => '---'))]
    const text = [...lines, row(block.cells)].join('\n')
    if (titles === above) parts.push(`${parts.pop()}\n${text}`)
    else parts.push(text)
    above = titles
  }
  return parts.join('\n\n')
}
const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
