// Where a result leads. A hosted index holds absolute addresses: those that `externalUrlRegex` matches are other sites, the rest are pages of this one.

/** The address to go to, and whether it leaves the site. */
export function destinationOf(url: string, externalUrlRegex: string | undefined): { readonly to: string; readonly external: boolean } {
  if (externalUrlRegex && new RegExp(externalUrlRegex, 'i').test(url)) return { to: url, external: true }
  const { pathname, search, hash } = new URL(url, 'http://site.invalid')
  return { to: pathname + search + hash, external: false }
}
