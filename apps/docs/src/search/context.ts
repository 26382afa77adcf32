// Contextual search: a query asked inside an area finds that area and the pages outside of all areas.

const TAGS = ['docs-api-current', 'docs-platform-current', 'docs-uxhw-api-current'] as const

export function facetFiltersFor(path: string, contextual: boolean): readonly (string | readonly string[])[] {
  if (!contextual) return ['language:en']
  const here = TAGS.find((tag) => path.includes(`/docs/${tag.slice('docs-'.length, -'-current'.length)}/`))
  return ['language:en', ['docusaurus_tag:default', ...(here ? [here] : TAGS).map((tag) => `docusaurus_tag:${tag}`)]]
}
