// What is quoted of a section: the answering sentence, row or listing, with what it needs to be understood.
import type { Block } from './blocks.ts'
import { HOW } from './fitness.ts'
import { lines, textOfBlock, type Unit } from './units.ts'

export interface Quoted {
  readonly units: readonly Unit[]
  readonly best: number
  /** Rows and items of the section that answer as well. */
  readonly also: readonly number[]
  /** The writer says that it answers: its block does, from here to its end. */
  readonly isWhole: boolean
}
const LONGEST_CODE = 14 // lines

/** Which units of the section are quoted: the answering one with what it needs to be understood: what `it` is, what follows a colon, the sentence that goes on. */
export function quoted({ units, best, also, isWhole }: Quoted, question: string): Set<number> {
  let from = best
  let to = best
  const sentence = (at: number) => (units[at]?.block.kind === 'text' ? textOfBlock((units[at] as Unit).block) : undefined)
  const areBeside = (a: number, b: number) => units[a]?.paragraph === units[b]?.paragraph
  if (sentence(best) !== undefined) {
    while (from > 0 && best - from < 2 && GOES_ON.test(sentence(from) ?? '') && areBeside(from, from - 1)) from--
    while (
      to - from < 2 &&
      areBeside(to, to + 1) &&
      (GOES_ON.test(sentence(to + 1) ?? '') || ((isWhole || (to === from && isBare(sentence(to)))) && isShort(units.slice(from, to + 2))))
    )
      to++
    const next = units[to + 1]?.block
    const isHow = /^how (do|can|should)/i.test(question)
    if (next && next.kind === 'code' && (isHow || sentence(to)?.endsWith(':')) && lines(next.text) <= LONGEST_CODE) to++
    else if (sentence(to)?.endsWith(':') && next?.kind === 'row') while (units[to + 1]?.block.kind === 'row' && to - best < 5) to++
  }
  // A term stands on a line of its own above what it means.
  if (isTerm(units[from - 1]?.block) && !areBeside(from, from - 1)) from--
  if (to === best && isTerm(units[best]?.block) && units[best + 1]) to = best + 1
  const lead = !isWhole && HOW.test(question) ? leadOf(units).filter((place) => place < from) : []
  return new Set([...lead, ...also, ...Array.from({ length: to - from + 1 }, (_, step) => from + step)])
}
const isTerm = (block: Block | undefined): boolean =>
  block?.kind === 'text' && block.text.split(' ').length <= LONGEST_TERM && /[\p{L}\p{N})]$/u.test(block.text)
const LONGEST_TERM = 4 // words

/** How a section begins, which says how a thing is done where a later sentence only says more of it: its first sentence, and code before it. */
function leadOf(units: readonly Unit[]): number[] {
  const [first, second] = units
  if (first?.block.kind === 'code') return lines(first.block.text) <= LONGEST_LEAD ? (second?.block.kind === 'text' ? [0, 1] : [0]) : []
  return first?.block.kind === 'text' ? [0] : []
}
const LONGEST_LEAD = 6 // lines
const GOES_ON =
  /^(It|Its|They|Their|This|That|These|Those|Then|So|Both|Each|Without (it|them)|Otherwise|Nothing else|The (same|other|first|second|former|latter)\b|Send it)\b/

/** Says little by itself, such as `Your own storage.` */
const isBare = (text = ''): boolean => text.split(' ').length < BARE
const BARE = 4 // words
/** Two sentences that are read at a glance. */
const isShort = (units: readonly Unit[]): boolean => units.reduce((sum, { block }) => sum + textOfBlock(block).split(' ').length, 0) <= GLANCE
const GLANCE = 55 // words

/** In the order of the page, sentences of one paragraph together. */
export function joined(units: readonly Unit[], chosen: ReadonlySet<number>): Block[] {
  const blocks: { block: Block; paragraph: number }[] = []
  for (const { block, paragraph } of units.filter((_, at) => chosen.has(at))) {
    const last = blocks.at(-1)
    if (last && last.paragraph === paragraph && last.block.kind === 'text' && block.kind === 'text')
      last.block = { kind: 'text', text: `${last.block.text} ${block.text}` }
    else blocks.push({ block, paragraph })
  }
  return blocks.map(({ block }) => block)
}
