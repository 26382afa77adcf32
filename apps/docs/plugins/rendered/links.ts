// What a page says where it links to others: the sentence or the row of a table that holds the link. Writers say there, in words that the other page
// may not have, what a reader finds on it.
import type { Element } from 'hast'
import { isFurniture, type RenderedPage, textOf } from './page.ts'

export interface SaidOf {
  /** Path and anchor that the link leads to. */
  readonly url: string
  readonly text: string
}

const LONGEST = 400 // characters; a paragraph that is longer and has no sentence of its own for the link speaks of other things
const AROUND = new Set(['p', 'li', 'tr', 'dd', 'figcaption', 'summary'])

/** Of docs pages alone: a page that is no article lists links, or is generated. What only repeats the title of the other page is left out. */
export function linksOf(path: string, { content }: RenderedPage): SaidOf[] {
  if (content.tagName !== 'article') return []
  const said: SaidOf[] = []
  const walk = (element: Element, around: Element | undefined): void => {
    if (isFurniture(element)) return
    const url = element.tagName === 'a' ? String(element.properties.href ?? '') : ''
    if (around && url.startsWith('/docs/') && url.split('#')[0] !== path) {
      const text = sentenceWith(textOf(element), around)
      if (text) said.push({ url, text })
    }
    for (const child of element.children) if (child.type === 'element') walk(child, AROUND.has(element.tagName) ? element : around)
  }
  walk(content, undefined)
  return said
}

function sentenceWith(link: string, around: Element): string | undefined {
  const text = around.tagName === 'tr' ? around.children.map(textOf).join(' ').trim() : textOf(around)
  if (text.length > LONGEST) return undefined
  const sentence = around.tagName === 'tr' ? text : text.split(/(?<=[.:;]) /).find((part) => part.includes(link))
  return sentence === link ? undefined : sentence
}
