/** A path of the console to go to after signing in, from an address that anybody may have written; undefined for whatever leads elsewhere. */
export function insidePath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return undefined
  const url = URL.parse(text, 'https://here.invalid')
  if (url?.origin !== 'https://here.invalid' || text.startsWith('//')) return undefined
  return /^\/sign-(in|up)(\/|$)/.test(url.pathname) ? undefined : url.pathname + url.search + url.hash
}
