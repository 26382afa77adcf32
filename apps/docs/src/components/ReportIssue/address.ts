// Where a report about a page goes: the operator's tracker with the page filled in, or a mail to those who run the site.

/** `tracker`: address of a form that takes `title` and `body` in its query, or of a mailbox; empty: the mailbox that every site has (RFC 2142 §5). */
export function reportAddress(tracker: string, page: { title: string; url: string }): string {
  const title = `Documentation: ${page.title}`
  const body = `Page: ${page.url}\n\nWhat is wrong or missing:\n`
  const mailbox = tracker.includes('@') && !tracker.includes('://') ? tracker : `webmaster@${hostOf(page.url)}`
  if (!tracker.includes('://')) return `mailto:${mailbox}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
  const address = new URL(tracker)
  address.searchParams.set('title', title)
  address.searchParams.set('body', body)
  return address.href
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'localhost')

/** For a query that found nothing, though the reader believes that it should. */
export function missingResultAddress(tracker: unknown, query: string): string {
  return reportAddress(String(tracker ?? ''), { title: `search for “${query}”`, url: window.location.href })
}
