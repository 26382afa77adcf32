// Pieces of a page as the MDX compiler holds them, for the elements that write part of a page themselves.

export interface MdxNode {
  type: string
  name?: string
  value?: string
  lang?: string
  attributes?: { type?: string; name: string; value: unknown }[]
  children?: MdxNode[]
  [field: string]: unknown
}

export const text = (value: string): MdxNode => ({ type: 'text', value })
export const code = (value: string): MdxNode => ({ type: 'inlineCode', value })
export const listing = (value: string, lang: string, title?: string): MdxNode => ({
  type: 'code',
  lang,
  value: value.trimEnd(),
  ...(title && { meta: `title="${title}"` }),
})

/**
 * A table; a cell is text, in which `code` and [links](/to/a/page/) may stand, or a node. `right` names the columns with numbers, counted from 0;
 * `ids` are those of the rows, which links and the search lead to.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | MdxNode)[])[],
  right: readonly number[] = [],
  ids: readonly string[] = [],
): MdxNode {
  const row = (cells: readonly (string | MdxNode)[], id?: string): MdxNode => ({
    type: 'tableRow',
    ...(id && { data: { hProperties: { id } } }),
    children: cells.map((cell) => ({ type: 'tableCell', children: typeof cell === 'string' ? inlines(cell) : [cell] })),
  })
  return {
    type: 'table',
    align: head.map((_, index) => (right.includes(index) ? 'right' : null)),
    children: [row(head), ...rows.map((cells, index) => row(cells, ids[index]))],
  }
}

/** Text in which `code` and [links](/to/a/page/) stand. */
export const inlines = (words: string): MdxNode[] =>
  words.split(/(\[[^\]]*\]\([^)]*\))/).flatMap((part) => {
    const [, shown, url] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part) ?? []
    return shown === undefined ? withCode(part) : [{ type: 'link', url, children: withCode(shown) }]
  })
const withCode = (words: string): MdxNode[] =>
  words.split('`').flatMap((part, index) => (part === '' ? [] : [index % 2 === 1 ? code(part) : text(part)]))

/** In which words people ask for what comes next; nobody sees it, the search reads it. */
export const askedFor = (name: string, type: string): MdxNode => ({
  type, // in a paragraph as between paragraphs
  name: 'span',
  attributes: [
    { type: 'mdxJsxAttribute', name: 'hidden', value: null },
    { type: 'mdxJsxAttribute', name: 'data-asked', value: name },
  ],
})

/** An element of HTML, SVG or React with attributes that are texts. */
export function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly MdxNode[] = []): MdxNode {
  return {
    type: 'mdxJsxFlowElement',
    name,
    attributes: Object.entries(attributes).map(([key, value]) => ({ type: 'mdxJsxAttribute', name: key, value })),
    children: [...children],
  }
}

/** A number as pages write it: groups of three apart. */
export const grouped = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 6 }).replaceAll(',', ' ')
