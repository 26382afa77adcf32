// What the documentation site and the server both know of the pages: the records of the search index, how they are searched, which
// passages answer a question, where the Markdown twin of a page is, and what stands for the address of a site. Runs in a browser's worker as in Node.
export { tagOf } from './areas.ts'
export { IndexSearch, snippet } from './index-search.ts'
export { type Passage, type PassageOptions, passages } from './passages.ts'
export { PLACEHOLDER_ORIGIN } from './placeholder.ts'
export {
  type Hierarchy,
  type Hit,
  type SearchClient,
  type SearchRecord,
  type SearchRequest,
  type SearchResult,
  titleOf,
  trailOf,
} from './records.ts'
export { hasTwin, twinOf } from './twin.ts'
export { queryTerms } from './words.ts'
