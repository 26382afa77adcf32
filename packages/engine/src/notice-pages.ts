/** The pages of the documentation that say what to do about notices. A file of its own: pages that show results do without the rest of the engine. */
export const NOTICE_PAGES = {
  branches: { title: 'Branches', path: '/docs/uxhw-api/how-it-computes/branches/' },
  executions: { title: 'Compare with Monte Carlo', path: '/docs/platform/getting-started/reference-executions/' },
} as const
