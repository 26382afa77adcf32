// Where a report about a page goes: the operator's tracker with the page filled in, or the reader's own mail program.

/** `tracker`: address of a form that takes `title` and `body` in its query; empty: a mail without an addressee. */
export function reportAddress(tracker: string, page: { title: string; url: string }): string {
  const title = `Documentation: ${page.title}`
  const body = `Page: ${page.url}\n\nWhat is wrong or missing:\n`
  if (!tracker) return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
  const address = new URL(tracker)
  address.searchParams.set('title', title)
  address.searchParams.set('body', body)
  return address.href
}

/** For a query that found nothing, though the reader believes that it should. */
export function missingResultAddress(tracker: unknown, query: string): string {
  return reportAddress(String(tracker ?? ''), { title: `search for “${query}”`, url: window.location.href })
}
