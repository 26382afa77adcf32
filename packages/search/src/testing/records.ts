// Records for tests.
import type { SearchRecord } from '../records.ts'

/** A section of a page: `trail` is area, page and the headings below it. */
export function record(url: string, trail: readonly string[], content: string, tag = 'docs-api-current'): SearchRecord {
  const [lvl0 = '', lvl1 = '', lvl2 = null, lvl3 = null, lvl4 = null] = trail
  return {
    objectID: url,
    url,
    type: `lvl${trail.length - 1}` as SearchRecord['type'],
    anchor: url.split('#')[1] ?? null,
    hierarchy: { lvl0, lvl1, lvl2, lvl3, lvl4, lvl5: null, lvl6: null },
    content,
    language: 'en',
    docusaurus_tag: tag,
  }
}

export const RECORDS = [
  record('/docs/api/guides/tasks/', ['Compute Engine API', 'Tasks'], 'A task is one run of a build. Active tasks can be cancelled.'),
  record(
    '/docs/api/guides/tasks/#cancel',
    ['Compute Engine API', 'Tasks', 'Cancel a task'],
    'Cancelling sends a signal. The answer is 202. A terminated task gives 409.',
  ),
  record(
    '/docs/uxhw-api/querying-uncertainty/quantile/',
    ['Hardware API', 'Quantile'],
    'UxHwDoubleQuantile gives the value below which a fraction of the mass lies. The median is the 0.5 quantile.',
    'docs-uxhw-api-current',
  ),
  record(
    '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/gauss/',
    ['Hardware API', 'Gauss'],
    'UxHwDoubleGaussDist makes a normal distribution from mean and standard deviation.',
    'docs-uxhw-api-current',
  ),
  record('/', ['Documentation', 'Home'], 'Numbers that know how sure they are <really>.', 'default'),
] as const
