// Where a report about a page goes: the operator's tracker with the page filled in, or a mail. Without either nobody would get it.

/**
 * @param tracker  address of a form that takes `title` and `body` in its query, or of a mailbox; empty: the operator has set none
 * @returns        undefined: there is nobody to report to, and nothing is shown that says so
 */
export function reportAddress(tracker: string, page: { title: string; url: string }): string | undefined {
  const title = `Documentation: ${page.title}`
  const body = `Page: ${page.url}\n\nWhat is wrong or missing:\n`
  if (tracker.includes('://')) {
    const address = new URL(tracker)
    address.searchParams.set('title', title)
    address.searchParams.set('body', body)
    return address.href
  }
  if (tracker.includes('@')) return `mailto:${tracker}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
  return undefined
}

/** For a query that found nothing, though the reader believes that it should. */
export function missingResultAddress(tracker: unknown, query: string): string | undefined {
  return reportAddress(String(tracker ?? ''), { title: `search for “${query}”`, url: window.location.href })
}
