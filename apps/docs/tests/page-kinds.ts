// What pages are made of, read from their HTML: few pages together show every kind of element that the site has.

/** A start or end tag with its attributes; scripts and styles are gone before. */
const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g
const RAW = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * The kinds of the elements of a page: name, classes, role and type, and the same of the element around it, as a table's cell in a list is
 * drawn otherwise than one that stands free.
 */
export function kindsOf(html: string): Set<string> {
  const kinds = new Set<string>()
  const open: { readonly name: string; readonly kind: string }[] = []
  for (const [, isEnd, name = '', attributes = ''] of html.replace(RAW, '').matchAll(TAG)) {
    if (isEnd) {
      const begin = open.findLastIndex((each) => each.name === name)
      if (begin >= 0) open.length = begin // with those inside whose end HTML lets one leave out
      continue
    }
    const kind = `${name}${classes(attributes)}${attribute(attributes, 'role')}${attribute(attributes, 'type')}`
    kinds.add(`${open.at(-1)?.kind ?? ''} > ${kind}`)
    if (!VOID.has(name) && !attributes.endsWith('/')) open.push({ name, kind })
  }
  return kinds
}

const given = (attributes: string, name: string): string => {
  const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`).exec(attributes)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}
const attribute = (attributes: string, name: string): string => (given(attributes, name) ? `[${name}=${given(attributes, name)}]` : '')
/** Docusaurus names each page in the classes of its document. */
const classes = (attributes: string): string =>
  given(attributes, 'class')
    .split(/\s+/)
    .filter((name) => name && !name.startsWith('docs-doc-id-'))
    .sort()
    .map((name) => `.${name}`)
    .join('')

/** Keys whose sets together hold everything that any set holds: each time the one that adds most, the first of equals. */
export function covering<Key>(sets: ReadonlyMap<Key, ReadonlySet<string>>): Key[] {
  const missing = new Set([...sets.values()].flatMap((set) => [...set]))
  const chosen: Key[] = []
  while (missing.size > 0) {
    const gains = [...sets].map(([key, set]) => ({ key, gain: set.intersection(missing).size }))
    const best = gains.reduce((most, each) => (each.gain > most.gain ? each : most))
    chosen.push(best.key)
    for (const each of sets.get(best.key) ?? []) missing.delete(each)
  }
  return chosen
}
