// Where a report about a page goes: the operator's tracker with the page filled in, or a mail to those who run the site.

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/
const TRACKER_SETTING = '/docs/platform/operate/configuration/#documentation-site'

/**
 * @param tracker  address of a form that takes `title` and `body` in its query, or of a mailbox; empty: the operator has set none
 * @param page     its address names the host, whose mailbox `webmaster` gets the mail where no tracker is set (RFC 2142, section 5); who reads on the machine
 *                 itself runs the site, and is led to where a tracker is set
 */
export function reportAddress(tracker: string, page: { title: string; url: string }): string {
  const title = `Documentation: ${page.title}`
  const body = `Page: ${page.url}\n\nWhat is wrong or missing:\n`
  if (tracker.includes('://')) {
    const address = new URL(tracker)
    address.searchParams.set('title', title)
    address.searchParams.set('body', body)
    return address.href
  }
  const host = URL.canParse(page.url) ? new URL(page.url).hostname : 'localhost'
  if (!tracker.includes('@') && LOOPBACK.test(host)) return TRACKER_SETTING
  const mailbox = tracker.includes('@') ? tracker : `webmaster@${host}`
  return `mailto:${mailbox}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
}

/** For a query that found nothing, though the reader believes that it should. */
export function missingResultAddress(tracker: unknown, query: string): string {
  return reportAddress(String(tracker ?? ''), { title: `search for “${query}”`, url: window.location.href })
}
