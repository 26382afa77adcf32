// Whether the documentation speaks of a question at all: without that, any question gets the sentence that is least unlike it.
import { isAskedFor } from './asked.ts'
import type { Candidate } from './evidence.ts'
import type { IndexSearch } from './index-search.ts'
import { othersFor } from './paraphrases.ts'
import { synonymsOf } from './synonyms.ts'
import { queryTerms, stem, terms } from './words.ts'

/**
 * A logistic choice between questions on it and questions on other matters: by how well the best answer does, how much of what is asked its page says in
 * any words, and how much of it is said in words that nothing is written with.
 */
export function isSure(index: IndexSearch, question: string, { score, evidence }: Candidate): boolean {
  const words = queryTerms(question).filter(isAskedFor)
  const certainty =
    SCORE * score +
    PAGE * evidence.pageSays +
    LENGTH * Math.log(1 + words.length) +
    (namesOurs(index, question) ? NAMED : 0) -
    STRANGE * strangeShare(index, question, words) -
    NAME * Math.min(2, strangers(index, question))
  return certainty > SURE
}
const SCORE = 0.34
const PAGE = 5.9
/** One word of ours may stand in any question, five do not. */
const LENGTH = 3.4
const STRANGE = 4.8
const NAME = 0.7
/** A name as programs have it, such as `CreatedAt`. */
const NAMED = 2
const SURE = 11

/** How much of what the words tell is told by those that the documentation has in no form and by no other word, and that are no slip of the pen. */
export function strangeShare(index: IndexSearch, question: string, words: readonly string[]): number {
  const synonyms = synonymsOf(terms(question))
  const isOurs = (word: string) =>
    index.knows(word) ||
    /\d/.test(word) ||
    index.kinOf(stem(word)).length > 0 ||
    [...(synonyms.get(word) ?? []), ...othersFor(stem(word))].some((other) => index.knows(other)) ||
    isSlip(index, word)
  let strange = 0
  let all = 0
  for (const word of words) {
    const tells = index.tells(word)
    all += tells
    if (!isOurs(word)) strange += tells
  }
  return all && strange / all
}
/** A short word is a letter away from many. */
function isSlip(index: IndexSearch, word: string): boolean {
  const [meant = word] = index.wordsOf(word)
  return meant !== word && meant.length >= LONG
}
const LONG = 6

/** How many proper names the question has that the documentation does not: of places, people and other products. */
const strangers = (index: IndexSearch, question: string): number =>
  (question.match(/(?<!^)(?<![.?!:] )\b\p{Lu}\p{L}{2,}/gu) ?? []).filter((name) => !index.knows(name.toLowerCase())).length

/** Whether the question has a name of the documentation's programs, requests or files, which nobody says of anything else. */
const namesOurs = (index: IndexSearch, question: string): boolean =>
  (question.match(/[\w-]*(?:[a-z][A-Z]|\w_\w|[a-z]\d)[\w-]*|\b\w+(?=\()/g) ?? []).some((name) => index.knows(name.toLowerCase()))
