// A built page as Markdown, made from the rendered tree, so that components appear as what they render.
import type { Element, ElementContent, Root } from 'hast'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { isFurniture, type RenderedPage, textOf } from '../rendered/page.ts'

/** The first line of every twin. */
export const directive = (origin: string): string => `> The index of this documentation, for programs that read it, is at <${origin}/llms.txt>.\n\n`

/** `origin` makes links absolute, so that a page read alone still leads on. */
export function markdownOf(page: RenderedPage, path: string, origin: string): string {
  const tree: Root = { type: 'root', children: page.content.children.flatMap((child) => prepare(child as ElementContent, path, origin)) }
  const body = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', fences: true, rule: '-' })
  const markdown = unified().use(rehypeRemark).runSync(tree)
  return directive(origin) + body.stringify(body.runSync(markdown) as never)
}

/** Without furniture; links absolute to the Markdown twin; code without its colours; admonitions as quotes. */
function prepare(node: ElementContent, path: string, origin: string): ElementContent[] {
  if (node.type === 'comment') return []
  if (node.type !== 'element') return [node]
  // Of tabs a reader sees one at a time; a text has them all.
  const isTab = node.properties.role === 'tabpanel'
  if (!isTab && isFurniture(node)) return []
  const classes = Array.isArray(node.properties.className) ? node.properties.className.map(String) : []
  const children = () => node.children.flatMap((child) => prepare(child, path, origin))
  if (typeof node.properties.dataTwin === 'string') return summary(node, node.properties.dataTwin, (child) => prepare(child, path, origin), origin)
  if (typeof node.properties.dataExample === 'string') return [element('p', exampleName(node.properties)), { ...node, children: children() }]
  if (node.tagName === 'pre') {
    const language = classes.find((name) => name.startsWith('language-')) ?? languageBelow(node)
    return [element('pre', [element('code', [{ type: 'text', value: codeOf(node) }], language ? { className: [language] } : {})])]
  }
  if (node.tagName === 'a' && typeof node.properties.href === 'string') {
    return [element('a', children(), { href: new URL(node.properties.href, origin + path).href })]
  }
  if (node.tagName === 'img' && typeof node.properties.src === 'string')
    return [element('img', [], { alt: node.properties.alt ?? '', src: new URL(node.properties.src, origin + path).href })]
  if (classes.includes('theme-admonition')) return [element('blockquote', children())]
  if (node.tagName === 'table') return [...captionOf(node), element('table', children())]
  if (node.tagName === 'caption') return []
  if (node.tagName === 'details') return children()
  if (node.tagName === 'summary') return [element('p', [element('strong', children())])]
  return [{ ...node, children: children() }]
}

/** Markdown tables have no caption: it becomes a sentence before. */
function captionOf(table: Element): ElementContent[] {
  const caption = table.children.find((child): child is Element => child.type === 'element' && child.tagName === 'caption')
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

export function titleLine(page: RenderedPage): string {
  return page.title || textOf(page.content).slice(0, 60)
}
