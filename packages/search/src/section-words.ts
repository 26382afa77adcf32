// What each block of a section says, and the whole section, and its page, in stems: read once, when the first question comes near it.
import { stemsInOrder } from './asked.ts'
import { readBlocks } from './blocks.ts'
import { pageOf, type SearchRecord, titleOf, trailOf } from './records.ts'
import { stems, textOfBlock, type Unit, unitsOf } from './units.ts'

export interface BlockWords {
  /** Its units among those of the section. */
  readonly units: readonly number[]
  /** Of its text and of what it is asked for with. */
  readonly words: ReadonlySet<string>
  /** Two words that stand beside each other, or with one between, with a space. */
  readonly pairs: ReadonlySet<string>
}
export interface SectionWords {
  readonly units: readonly Unit[]
  /** By unit: sentence, row or listing. */
  readonly unitWords: readonly ReadonlySet<string>[]
  /** By unit that is a row: the heads of its columns. */
  readonly heads: readonly ReadonlySet<string>[]
  readonly blocks: readonly BlockWords[]
  readonly title: ReadonlySet<string>
  /** The headings above it, and what its page is looked for with. */
  readonly above: ReadonlySet<string>
  readonly all: ReadonlySet<string>
}

export class WordsOfSections {
  readonly #sections = new Map<SearchRecord, SectionWords>()
  readonly #pages = new Map<string, ReadonlySet<string>>()
  readonly #ofPage: ReadonlyMap<string, readonly SearchRecord[]>

  constructor(records: readonly SearchRecord[]) {
    this.#ofPage = Map.groupBy(records, pageOf)
  }

  of(record: SearchRecord): SectionWords {
    const known = this.#sections.get(record)
    if (known) return known
    const found = wordsOf(record)
    this.#sections.set(record, found)
    return found
  }

  ofPage(record: SearchRecord): ReadonlySet<string> {
    const page = pageOf(record)
    const known = this.#pages.get(page)
    if (known) return known
    const own = this.#ofPage.get(page) ?? [record]
    const found = new Set(own.flatMap((one) => [...this.of(one).all]))
    this.#pages.set(page, found)
    return found
  }
}

function wordsOf(record: SearchRecord): SectionWords {
  const units = unitsOf(record.content)
  const blocks = readBlocks(record.content)
  const unitWords = units.map(({ block }) => stems(`${textOfBlock(block)} ${block.asked ?? ''}`))
  const title = stems(titleOf(record))
  const above = stems(
    `${record.hierarchy.lvl1} ${trailOf(record).slice(1).join(' ')} ${record.type === 'lvl1' ? (record.keywords ?? '') : ''} ${record.elsewhere ?? ''}`,
  )
  const places = Map.groupBy(units.keys(), (at) => (units[at] as Unit).place)
  return {
    units,
    unitWords,
    heads: units.map(({ block }) => (block.kind === 'row' ? stems(block.head.join(' ')) : NO_WORDS)),
    blocks: blocks.map((block, place): BlockWords => {
      const own = places.get(place) ?? []
      return {
        units: own,
        words: new Set(own.flatMap((at) => [...(unitWords[at] as ReadonlySet<string>)])),
        pairs: new Set([textOfBlock(block), ...(block.asked?.split(';') ?? [])].flatMap((text) => pairsOf(stemsInOrder(text)))),
      }
    }),
    title,
    above,
    all: new Set([...unitWords.flatMap((words) => [...words]), ...title, ...above]),
  }
}
const NO_WORDS: ReadonlySet<string> = new Set()

/** Neighbours, and those with one word between. */
export function pairsOf(words: readonly string[]): string[] {
  return words.flatMap((word, at) => [1, 2].flatMap((step) => (words[at + step] ? `${word} ${words[at + step]}` : [])))
}
