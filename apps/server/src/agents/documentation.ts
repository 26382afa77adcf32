// The tools that read: search, pages, operations.
import { AGENT_REFUSALS, LIMITS, type SearchDocsOutput, type ToolInput } from '@credence/contract'
import { type OperationModel, operationMarkdown, operationTwin, type ReferenceModel, referenceModel } from '@credence/contract/reference'
import {
  answers,
  hasTwin,
  isQuestion,
  PLACEHOLDER_ORIGIN,
  plainText,
  type SearchRecord,
  snippet,
  tagOf,
  titleOf,
  trailOf,
  twinOf,
} from '@credence/search'
import type { SiteContents } from '../sites/contents.ts'
import { quotation } from './quotation.ts'
import { ToolRefusal, type ToolResult } from './result.ts'

const EXCERPT_WORDS = 50
const SUGGESTED = 5

export async function searchDocs(site: SiteContents, { query, area, limit }: ToolInput<'search_docs'>, origin: string): Promise<ToolResult> {
  const { hits } = await site.index.search({
    query,
    hitsPerPage: limit ?? LIMITS.agents.results.default,
    distinct: 1, // a page leads to its other sections by itself
    ...(area && { facetFilters: [`docusaurus_tag:${tagOf(area)}`] }),
  })
  const words = site.index.wordsOf(query)
  const results: SearchDocsOutput['results'] = hits.map((hit) => ({
    title: [...trailOf(hit), titleOf(hit)].join(' › '),
    url: origin + hit.url,
    excerpt: snippet(plainText(hit.content), words, EXCERPT_WORDS).replaceAll(PLACEHOLDER_ORIGIN, origin),
  }))
  const answering: SearchDocsOutput['answers'] = (isQuestion(query) ? answers(site.index, query, inArea(area)) : []).map(
    ({ trail, url, blocks }) => ({
      title: trail.join(' › '),
      url: origin + url,
      text: quotation(blocks).replaceAll(PLACEHOLDER_ORIGIN, origin),
    }),
  )
  const section = (title: string, url: string, text: string) => `### ${title}\n${url}\n\n${text}`
  const parts = [
    ...(answering.length
      ? ['## What answers, word for word', ...answering.map(({ title, url, text }) => section(title, url, text)), '## Pages']
      : []),
    ...results.map(({ title, url, excerpt }) => section(title, url, excerpt)),
  ]
  return { text: parts.join('\n\n') || AGENT_REFUSALS.nothingFound(query), structured: { answers: answering, results } }
}

const inArea =
  (area: ToolInput<'search_docs'>['area']) =>
  ({ docusaurus_tag: tag }: SearchRecord): boolean =>
    !area || tag === tagOf(area)

export async function getPage(site: SiteContents, { page }: ToolInput<'get_page'>, origin: string): Promise<ToolResult> {
  const path = twinPath(page)
  const text = path === undefined ? undefined : await site.text(path)
  if (text === undefined) throw new ToolRefusal(AGENT_REFUSALS.pageNotFound(page, nearestPages(site, page)))
  return { text: text.replaceAll(PLACEHOLDER_ORIGIN, origin) }
}

/** Where the Markdown of a page is: its address may be whole or a path, with or without `.md`, `.html` and last slash; of the reference, an
 *  operation's own. */
export function twinPath(page: string): string | undefined {
  if (!URL.canParse(page, PLACEHOLDER_ORIGIN)) return undefined
  const { pathname, hash } = new URL(page, PLACEHOLDER_ORIGIN)
  const operation = /^#operation\/(\w+)$/.exec(hash)?.[1]
  if (operation) return operationTwin(operation)
  const path = `${pathname.replace(/(\/index)?\.(md|html)$/, '').replace(/\/+$/, '')}/`
  return hasTwin(path) ? twinOf(path) : undefined
}

function nearestPages({ index }: SiteContents, page: string): string[] {
  const words = page.replace(/^https?:\/\/[^/]*/, '').replace(/[^\p{L}\p{N}]+/gu, ' ')
  return [...new Set(index.rank(words).map(({ url }) => url.split('#')[0] ?? ''))].slice(0, SUGGESTED)
}

let reference: ReferenceModel | undefined

export function getOperation({ operation }: ToolInput<'get_operation'>, origin: string): ToolResult {
  reference ??= referenceModel()
  const all = reference.groups.flatMap((group) => group.operations)
  const found = all.find((each) => isCalled(each, operation))
  if (!found) throw new ToolRefusal(AGENT_REFUSALS.operationNotFound(operation, nearestOperations(all, operation)))
  return { text: operationMarkdown(found, reference, origin) }
}

/** By id in any case, or by method and path, whatever its parameters are called. */
function isCalled({ id, method, path }: OperationModel, name: string): boolean {
  if (id.toLowerCase() === name.trim().toLowerCase()) return true
  const [, verb = '', target = ''] = /^\s*([a-z]+)\s+(\/\S*)\s*$/i.exec(name) ?? []
  const anonymous = (text: string) => text.replace(/\{\w+\}/g, '{}').replace(/(?<=.)\/$/, '')
  return verb.toUpperCase() === method && anonymous(target.split('?')[0] ?? '') === anonymous(path)
}

function nearestOperations(all: readonly OperationModel[], name: string): string[] {
  const words = name.toLowerCase().match(/[a-z]{3,}/g) ?? []
  const score = ({ id, method, path, summary }: OperationModel) => {
    const text = `${id} ${method} ${path} ${summary}`.toLowerCase()
    return words.filter((word) => text.includes(word)).length
  }
  return all
    .map((each) => ({ each, score: score(each) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SUGGESTED)
    .map(({ each }) => `${each.id} (${each.method} ${each.path})`)
}
