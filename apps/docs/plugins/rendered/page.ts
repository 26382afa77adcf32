// A built page as a tree: its main content, title, area and headings. Search index and Markdown twins both read pages through this.
import type { Element, ElementContent, Nodes, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

export interface RenderedPage {
  readonly title: string
  readonly description: string
  /** The article of a docs page, otherwise the main element. */
  readonly content: Element
}
export interface Section {
  readonly level: number // 1 to 4
  readonly title: string
  readonly anchor: string | null
  readonly text: string
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
  return { title: title ? textOf(title) : '', description: String(description?.properties.content ?? ''), content }
}

/** The page cut at its headings h1 to h4; text before the first heading belongs to the first. */
export function sectionsOf(page: RenderedPage): Section[] {
  const sections: { level: number; title: string; anchor: string | null; parts: string[] }[] = []
  const walk = (node: ElementContent): void => {
    if (node.type === 'text') sections.at(-1)?.parts.push(node.value)
    if (node.type !== 'element' || isFurniture(node)) return
    const level = /^h([1-4])$/.exec(node.tagName)?.[1]
    if (level) sections.push({ level: Number(level), title: textOf(node), anchor: node.properties.id ? String(node.properties.id) : null, parts: [] })
    else {
      for (const child of node.children) walk(child)
      if (BLOCKS.has(node.tagName)) sections.at(-1)?.parts.push(node.tagName === 'p' || node.tagName === 'li' ? ' ' : '\n')
    }
  }
  for (const child of page.content.children) walk(child)
  return sections.map(({ parts, ...section }) => ({ ...section, text: clean(parts.join('')) }))
}
const BLOCKS = new Set(['p', 'li', 'td', 'th', 'tr', 'pre', 'div', 'section', 'dd', 'dt', 'figcaption', 'summary'])

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
