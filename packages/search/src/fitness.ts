// How well a sentence or row fits the kind of question: a figure, a thing, a way, a fault.
import { type SearchRecord, titleOf } from './records.ts'
import { textOfBlock, type Unit } from './units.ts'

/** It asks for a figure. */
const FIGURE = /^(how (long|many|much|big|large|often|fast|old)|what is the (most|least|limit|largest|smallest|size|(max|min)imum\w*))\b/i
/** 1 where nothing speaks for it or against it. */
export function fitness({ block }: Unit, place: number, record: SearchRecord, question: string): number {
  const text = textOfBlock(block)
  let fit = 1
  const length = text.split(' ').length
  if (length < 4) fit *= 0.8
  if (length > 30) fit *= 0.9 // it has many words, and so some of any question
  if (record.url.includes('/changelog/')) fit *= 0.4 // it says what changed once, other pages what holds
  if (FIGURE.test(question) && /\d/.test(text)) fit *= 1.15
  if (/^what (is|are|does)\b/i.test(question) && place === 0) fit *= record.type === 'lvl1' ? 1.2 : 1.1
  // What is asked how to do is said at the beginning of the section on it.
  if (HOW.test(question)) {
    fit *= place === 0 ? 1.08 : place > 6 ? 0.95 : 1
    if (DOES.test(text)) fit *= TELLS
  }
  if (ABOUT_FAULTS.test(titleOf(record)) && !FAULT.test(question)) fit *= A_FAULT
  return fit
}

/** It asks for a way to do something. */
export const HOW = /^(how (do|can|should|may)|can|what (do|should) I)\b/i
/** A sentence that begins with what to do, as pages tell it. */
const DOES =
  /^(Add|Ask|Build|Call|Choose|Connect|Copy|Download|Draw|Give|Keep|Make|Pass|Post|Put|Read|Repeat|Replace|Run|Send|Set|Start|Take|To |Use|Wait|With|Write|GET |POST |PUT |DELETE |UxHw)/
const TELLS = 1.1
/** A section on errors answers a question on something else only where hardly anything else does. */
const ABOUT_FAULTS = /\berrors?\b|does not/i
const A_FAULT = 0.85
const FAULT = /\b(why|error|errors|fail|fails|failed|not|wrong|message|mean|means|\d{3})\b/i
