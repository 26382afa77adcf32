// Contextual search: the language and the documentation versions that the reader sees. All areas are searched from everywhere: who reads a guide
// looks for functions of UxHw as well.

const TAGS = ['default', 'docs-api-current', 'docs-platform-current', 'docs-uxhw-api-current'] as const

export function facetFiltersFor(contextual: boolean): readonly (string | readonly string[])[] {
  return contextual ? ['language:en', TAGS.map((tag) => `docusaurus_tag:${tag}`)] : ['language:en']
}
