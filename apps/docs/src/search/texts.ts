// Every text of the search, by the names that `themeConfig.search.translations` may override.

export const TEXTS = {
  button: 'Search',
  placeholder: 'Search the documentation',
  clear: 'Clear the query',
  close: 'Close',
  recent: 'Recent',
  favourites: 'Favorites',
  noRecent: 'No recent searches',
  popular: 'Often looked for',
  waiting: 'Searching…',
  noScript: 'The search runs in your browser and needs JavaScript. Without it, these lead on:',
  allPages: 'All pages',
  saveSearch: 'Save this search',
  removeRecent: 'Remove this search from history',
  removeFavourite: 'Remove this search from favorites',
  errorTitle: 'Unable to fetch results',
  errorHelp: 'You might want to check your network connection.',
  noResults: 'No results found for',
  suggested: 'Try searching for',
  report: 'Believe this query should return results?',
  reportLink: 'Let us know.',
  seeAll: 'See all {count} results',
  ask: 'Ask a question:',
  askPlaceholder: 'Ask another question',
  askBack: 'Back to search results',
  askLabel: 'Passages from the documentation',
  askAnswer: 'Answer from the documentation',
  askNothing: 'The documentation says nothing about that.',
  pageTitle: 'Search the documentation',
  pageTitleFor: 'Search results for “{query}”',
  count: '{count} results',
  countOne: '1 result',
  more: 'Show more results',
} as const
export type Texts = { readonly [name in keyof typeof TEXTS]: string }

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
