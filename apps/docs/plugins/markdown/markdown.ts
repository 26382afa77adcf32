// A built page as Markdown, made from the rendered tree, so that components appear as what they render.
import { operationTwin } from '@credence/contract/reference'
import type { Element, ElementContent, Root } from 'hast'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { find, isFurniture, type RenderedPage, textOf } from '../rendered/page.ts'
import { plotSentence } from './plots.ts'
import { labelled } from './tabs.ts'

export interface Place {
  /** Of the page. */
  readonly path: string
  /** Makes links absolute, so that a page read alone still leads on. */
  readonly origin: string
  /** The twin of a page of this site; undefined: there is no such page, or it has none. */
  readonly twinAt: (path: string) => string | undefined
}

/** The first line of every twin. */
export const directive = (origin: string): string => `> The index of this documentation, for programs that read it, is at <${origin}/llms.txt>.\n\n`

export function markdownOf(page: RenderedPage, place: Place): string {
  const tree: Root = { type: 'root', children: page.content.children.flatMap((child) => prepare(child as ElementContent, place)) }
  // Columns are not filled up with blanks: whoever reads this counts characters.
  const body = unified().use(remarkGfm, { tablePipeAlign: false }).use(remarkStringify, { bullet: '-', fences: true, rule: '-' })
  const markdown = unified().use(rehypeRemark).runSync(tree)
  return directive(place.origin) + body.stringify(body.runSync(markdown) as never)
}

/** Without furniture; links absolute and to twins; code without its colours; admonitions as quotes; plots as a sentence. */
function prepare(node: ElementContent, place: Place): ElementContent[] {
  if (node.type === 'comment') return []
  if (node.type !== 'element') return [node]
  if (isFurniture(node)) return []
  const classes = Array.isArray(node.properties.className) ? node.properties.className.map(String) : []
  const prepared = (child: ElementContent) => prepare(child, place)
  const children = () => node.children.flatMap(prepared)
  if (classes.includes('tabs-container')) return labelled(node).flatMap(({ label, panel }) => [label, ...panel.children.flatMap(prepared)])
  if (typeof node.properties.dataTwin === 'string') return summary(node, node.properties.dataTwin, prepared, place.origin)
  if (typeof node.properties.dataExample === 'string') return [element('p', exampleName(node.properties)), { ...node, children: children() }]
  if (node.tagName === 'figure') {
    const sentence = plotSentence(node)
    return sentence === undefined ? children() : [element('p', [{ type: 'text', value: sentence }])]
  }
  if (node.tagName === 'pre') {
    const language = classes.find((name) => name.startsWith('language-')) ?? languageBelow(node)
    return [element('pre', [element('code', [{ type: 'text', value: codeOf(node) }], language ? { className: [language] } : {})])]
  }
  if (node.tagName === 'a' && typeof node.properties.href === 'string')
    return [element('a', children(), { href: destination(node.properties.href, place) })]
  if (node.tagName === 'img' && typeof node.properties.src === 'string')
    return [element('img', [], { alt: node.properties.alt ?? '', src: new URL(node.properties.src, place.origin + place.path).href })]
  if (classes.includes('theme-admonition')) return [element('blockquote', children())]
  if (node.tagName === 'table') return [...captionOf(node), element('table', children())]
  if (node.tagName === 'caption') return []
  if (node.tagName === 'details') return children()
  if (node.tagName === 'summary') return [element('p', [element('strong', children())])]
  return [{ ...node, children: children() }]
}

/** Where a link leads: on this site to the twin of the page, or to that of the operation. */
function destination(href: string, { path, origin, twinAt }: Place): string {
  const url = new URL(href, origin + path)
  const operation = /^#operation\/(\w+)$/.exec(url.hash)?.[1]
  if (url.origin !== new URL(origin).origin) return url.href
  if (operation) return origin + operationTwin(operation)
  const twin = twinAt(url.pathname)
  return twin === undefined ? url.href : origin + twin + url.hash
}

/** Markdown tables have no caption: it becomes a sentence before. */
function captionOf(table: Element): ElementContent[] {
  const caption = find(table, ({ tagName }) => tagName === 'caption')
  return caption ? [element('p', [{ type: 'text', value: `${textOf(caption)}:` }])] : []
}

/** A part with a twin of its own: its heading, linked to the twin, and its paragraphs. */
function summary(node: Element, twin: string, prepared: (child: ElementContent) => ElementContent[], origin: string): ElementContent[] {
  return node.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return []
    if (/^h\d$/.test(child.tagName)) return [element(child.tagName, [element('a', prepared(child).flatMap(childrenOf), { href: origin + twin })])]
    return child.tagName === 'p' ? prepared(child) : []
  })
}

/** What agents call a program when they run it. */
function exampleName({ dataExample, dataFile, dataCore }: Element['properties']): ElementContent[] {
  const text = (value: string): ElementContent => ({ type: 'text', value })
  return [text('Example '), element('code', [text(String(dataExample))]), text(`, ${dataFile} on ${dataCore}, and what it prints:`)]
}
const childrenOf = (node: ElementContent): ElementContent[] => (node.type === 'element' ? node.children : [])

function element(tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children }
}

function languageBelow(node: Element): string | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found =
      (Array.isArray(child.properties.className) ? child.properties.className.map(String) : []).find((name) => name.startsWith('language-')) ??
      languageBelow(child)
    if (found) return found
  }
  return undefined
}

/** The text of a code block, without the elements that colour it. */
function codeOf(node: Element): string {
  const text = (child: ElementContent): string => {
    if (child.type === 'text') return child.value
    if (child.type !== 'element') return ''
    const inner = child.children.map(text).join('')
    return child.tagName === 'button' ? `${inner}Ux…` : inner // a printed value: a page folds its distribution away behind the decimal
  }
  return text(node).replace(/\n+$/, '')
}

/** Whether all of a page comes with a later release: it says so before its first part. */
export function isOfLater(markdown: string): boolean {
  return /^> (\*\*)?Not available yet/m.test(markdown.split(/^## /m, 1)[0] ?? '')
}

/** The beginning of a text that is too long for its readers: whole paragraphs, and no listing that does not end. */
export function upTo(length: number, markdown: string): string {
  let end = 0
  let isListing = false
  for (const { 0: line, index } of markdown.matchAll(/.*\n?/g)) {
    if (line === '' || index + line.length > length) break
    if (/^\s*(```|~~~)/.test(line)) isListing = !isListing
    if (!isListing && line.trim() === '') end = index
  }
  return markdown.slice(0, end).trimEnd()
}
