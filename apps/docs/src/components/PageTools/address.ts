// Where readers say whether a page helped.

/** The operator's address with `page` and `helpful` in its query. */
export function feedbackAddress(address: string, page: string, isHelpful: boolean): string {
  const target = new URL(address)
  target.searchParams.set('page', page)
  target.searchParams.set('helpful', isHelpful ? 'yes' : 'no')
  return target.href
}
