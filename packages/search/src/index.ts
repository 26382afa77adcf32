// What the documentation site and the server both know of the pages: the records of the search index, how they are searched, which
// passages answer a question, where the Markdown twin of a page is, and what stands for the address of a site. Runs in a browser's worker as in Node.
export { type Answer, answers } from './answers.ts'
export { tagOf } from './areas.ts'
export { type Block, plainText, readBlocks, writeBlocks } from './blocks.ts'
export { IndexSearch } from './index-search.ts'
export { snippet } from './marks.ts'
export { type Passage, type PassageOptions, passages } from './passages.ts'
export { PLACEHOLDER_ORIGIN } from './placeholder.ts'
export { isQuestion } from './question.ts'
export {
  type Hierarchy,
  type Hit,
  pageOf,
  type SearchClient,
  type SearchRecord,
  type SearchRequest,
  type SearchResult,
  titleOf,
  trailOf,
} from './records.ts'
export { hasTwin, twinOf } from './twin.ts'
export { queryTerms } from './words.ts'
