// A built page as a tree: its main content, title, area and headings. Search index and Markdown twins both read pages through this.
import type { Block } from '@credence/search'
import type { Element, ElementContent, Nodes, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

export interface RenderedPage {
  readonly title: string
  readonly description: string
  /** What else it is looked for: `keywords` of its head. */
  readonly keywords: string
  /** The article of a docs page, otherwise the main element. */
  readonly content: Element
}
export interface Section {
  readonly level: number // 1 to 4
  readonly title: string
  readonly anchor: string | null
  readonly blocks: readonly Block[]
}

/** Parts of a page that are furniture: not searched, not in Markdown. */
const FURNITURE = /\b(breadcrumbs|table-of-contents|theme-doc-toc|pagination-nav|theme-doc-footer|hash-link|clean-btn|theme-edit-this-page|furniture)/
const HIDDEN = new Set(['script', 'style', 'svg', 'button', 'nav', 'noscript', 'template', 'textarea', 'input', 'select'])
const LONG_HEX = /\bUx[0-9A-Fa-f]{40,}/g

export function parsePage(html: string): RenderedPage | undefined {
  const tree: Root = unified().use(rehypeParse).parse(html)
  const content = find(tree, (element) => element.tagName === 'article') ?? find(tree, (element) => element.tagName === 'main')
  if (!content) return undefined
  const title = find(content, (element) => element.tagName === 'h1') ?? find(tree, (element) => element.tagName === 'title')
  const description = find(tree, (element) => element.tagName === 'meta' && element.properties.name === 'description')
  const keywords = find(tree, (element) => element.tagName === 'meta' && element.properties.name === 'keywords')
  return {
    title: title ? textOf(title) : '',
    description: String(description?.properties.content ?? ''),
    keywords: String(keywords?.properties.content ?? ''),
    content,
  }
}

/**
 * The page cut at its headings h1 to h4; text before the first heading belongs to the first. A row of a table that has an id is a section of its own,
 * below the one that the table stands in, and called as its first cell says.
 */
export function sectionsOf(page: RenderedPage): Section[] {
  const sections: (Omit<Section, 'blocks'> & { blocks: Block[] })[] = []
  let asked: string | undefined
  /** In a paragraph that a mark divides, behind its first part. */
  let isWithin = false
  const add = (block: Block) => {
    const goesOn = isWithin && block.kind === 'text' && asked !== undefined
    sections.at(-1)?.blocks.push({ ...block, ...(asked !== undefined && { asked }), ...(goesOn && { goesOn }) })
    isWithin = block.kind === 'text'
    asked = undefined
  }
  /** Text that stands outside of any block, between blocks. */
  let loose = ''
  const endLine = () => {
    const text = clean(loose)
    if (text) add({ kind: 'text', text })
    loose = ''
  }
  const endBlock = () => {
    endLine()
    isWithin = false
  }
  const walk = (node: ElementContent): void => {
    if (node.type === 'text') loose += node.value
    if (node.type === 'element' && typeof node.properties.dataAsked === 'string') {
      endLine() // what stands before it in the paragraph is asked for in other words
      asked = node.properties.dataAsked
    }
    if (node.type !== 'element' || isFurniture(node) || isOfPlot(node)) return
    const level = /^h([1-4])$/.exec(node.tagName)?.[1]
    if (level) {
      endBlock()
      sections.push({ level: Number(level), title: textOf(node), anchor: node.properties.id ? String(node.properties.id) : null, blocks: [] })
    } else if (node.tagName === 'pre') {
      endBlock()
      const text = codeOf(node).replace(LONG_HEX, 'Ux…').trim()
      if (text) add({ kind: 'code', text })
    } else if (node.tagName === 'table') {
      endBlock()
      addTable(node)
    } else {
      const isBlock = BLOCKS.has(node.tagName)
      if (isBlock) endBlock()
      for (const child of node.children) walk(child)
      if (isBlock) endBlock()
    }
  }
  const addTable = (table: Element): void => {
    asked = undefined // whoever asks for a row says so in it
    const head = cellsOf(find(table, ({ tagName }) => tagName === 'thead') ?? table, 'th')
    const body = find(table, ({ tagName }) => tagName === 'tbody') ?? table
    const above = sections.at(-1)
    const named: typeof sections = []
    for (const row of body.children) {
      if (row.type !== 'element' || row.tagName !== 'tr') continue
      const cells = cellsOf(row, 't[dh]')
      const title = cells[0]
      if (!cells.some(Boolean)) continue
      const inside = find(row, ({ properties }) => properties.dataAsked !== undefined)?.properties.dataAsked
      asked = inside === undefined ? undefined : String(inside)
      const block: Block = { kind: 'row', head: head.some(Boolean) ? head : [], cells, ...(asked !== undefined && { asked }) }
      asked = undefined
      if (row.properties.id && title && above)
        named.push({ level: Math.min(4, above.level + 1), title, anchor: String(row.properties.id), blocks: [block] })
      else add(block)
    }
    sections.push(...named)
  }
  for (const child of page.content.children) walk(child)
  endLine()
  return sections
}
const BLOCKS = new Set([
  'p',
  'li',
  'ul',
  'ol',
  'div',
  'section',
  'header',
  'dl',
  'dd',
  'dt',
  'figure',
  'figcaption',
  'details',
  'summary',
  'blockquote',
  'article',
  'aside',
])

function cellsOf(row: Element, kind: string): string[] {
  const wanted = new RegExp(`^${kind}$`)
  const cells: string[] = []
  const walk = (node: ElementContent): void => {
    if (node.type !== 'element') return
    if (wanted.test(node.tagName)) cells.push(textOf(node))
    else for (const child of node.children) walk(child)
  }
  for (const child of row.children) walk(child)
  return cells
}

/** Code as it stands, line by line; the values of an output, which are buttons there, too. */
function codeOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (!('children' in node) || (node.type === 'element' && node.properties.hidden !== undefined)) return ''
  return node.children.map(codeOf).join('')
}

/** Bars of a plot as numbers, and the labels of its axes, are not read as text. */
function isOfPlot({ properties }: Element): boolean {
  return /\bux-figure/.test(Array.isArray(properties.className) ? properties.className.join(' ') : '')
}

export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (!('children' in node) || (node.type === 'element' && isFurniture(node))) return ''
  return clean(node.children.map(textOf).join(''))
}

export function isFurniture(element: Element): boolean {
  const classes = Array.isArray(element.properties.className) ? element.properties.className.join(' ') : ''
  return HIDDEN.has(element.tagName) || FURNITURE.test(classes) || element.properties.hidden !== undefined || element.properties.role === 'tablist'
}

export function find(node: Nodes, wanted: (element: Element) => boolean): Element | undefined {
  if (node.type === 'element' && wanted(node)) return node
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = find(child, wanted)
    if (found) return found
  }
  return undefined
}

function clean(text: string): string {
  return text.replace(LONG_HEX, 'Ux…').replace(/[​﻿]/g, '').replace(/\s+/g, ' ').trim()
}
