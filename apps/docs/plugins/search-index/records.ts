// From built pages to search records.
import { type Block, type Hierarchy, type SearchRecord, writeBlocks } from '@credence/search'
import type { Wordings } from '../facts/wordings.ts'
import { type RenderedPage, sectionsOf } from '../rendered/page.ts'

const AREAS = [
  { under: '/docs/api/', lvl0: 'Compute Engine API', tag: 'docs-api-current' },
  { under: '/docs/platform/', lvl0: 'Developer Platform', tag: 'docs-platform-current' },
  { under: '/docs/uxhw-api/', lvl0: 'Hardware API', tag: 'docs-uxhw-api-current' },
] as const
const LONGEST = 6000 // characters; a page that quotes more than that in one section is found by what comes first
/** Sections that only lead elsewhere: where they lead is found by itself. */
const LINKS_ALONE = new Set(['See also', 'Next'])

/** @param wordings  of the places that are marked, by their names */
export function recordsOf(path: string, page: RenderedPage, wordings: Wordings): SearchRecord[] {
  const area = AREAS.find(({ under }) => path.startsWith(under)) ?? { lvl0: 'Documentation', tag: 'default' }
  const levels: (string | null)[] = [area.lvl0, page.title, null, null, null]
  return sectionsOf(page).flatMap(({ level, title, anchor, blocks: marked }): SearchRecord[] => {
    const blocks = marked.map((block) => inAllWords(block, wordings))
    levels[level] = title
    for (let deeper = level + 1; deeper <= 4; deeper++) levels[deeper] = null
    if (!title || LINKS_ALONE.has(title)) return []
    const type = `lvl${level}` as SearchRecord['type']
    const keywords = [...(level === 1 && page.keywords ? [page.keywords] : []), ...blocks.flatMap(({ asked }) => asked ?? [])].join('; ')
    const operation = anchor?.startsWith('operation/') ? operationOf(blocks) : undefined
    const url = level === 1 || !anchor ? path : `${path}#${anchor}`
    return [
      {
        objectID: url,
        url,
        type,
        anchor: level === 1 ? null : anchor,
        hierarchy: { lvl0: levels[0], lvl1: levels[1], lvl2: levels[2], lvl3: levels[3], lvl4: levels[4], lvl5: null, lvl6: null } as Hierarchy,
        content: writeBlocks(upTo(LONGEST, blocks)),
        ...(keywords && { keywords }),
        ...(operation && { operation }),
        language: 'en',
        docusaurus_tag: area.tag,
      },
    ]
  })
}

function inAllWords(block: Block, wordings: Wordings): Block {
  if (block.asked === undefined) return block
  const all = wordings.get(block.asked)
  if (!all) throw new RangeError(`nothing is asked in other words for ${block.asked}`)
  return { ...block, asked: all.join('; ') }
}

/** Whole blocks, as long as they fit. */
function upTo(length: number, blocks: readonly Block[]): Block[] {
  let rest = length
  return blocks.filter((block) => {
    rest -= block.kind === 'row' ? block.cells.join(' | ').length : block.text.length
    return rest >= 0
  })
}

function operationOf([first]: readonly Block[]): string | undefined {
  return first?.kind === 'text' ? /^[A-Z]+ \/\S*/.exec(first.text)?.[0] : undefined
}
