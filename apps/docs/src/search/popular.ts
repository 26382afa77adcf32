// Where readers often want to go: shown where nothing was typed yet, and to those without script.

export interface Destination {
  readonly title: string
  readonly area: string
  readonly url: string
}
export const POPULAR: readonly Destination[] = [
  { title: 'Quickstart', area: 'Compute Engine API', url: '/docs/api/quickstart/' },
  { title: 'API reference', area: 'Compute Engine API', url: '/docs/api/reference/' },
  { title: 'Errors', area: 'Compute Engine API', url: '/docs/api/guides/errors/' },
  { title: 'Parametric distributions', area: 'Hardware API', url: '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/' },
  { title: 'Quantile', area: 'Hardware API', url: '/docs/uxhw-api/querying-uncertainty/quantile/' },
  { title: 'GUM in Credence', area: 'Hardware API', url: '/docs/uxhw-api/gum/' },
  { title: 'Metrology', area: 'Developer Platform', url: '/docs/platform/cases/metrology/' },
]
