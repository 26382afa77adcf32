// What a navigation waits for: the code of the next page. A failure is not an error here, as the page then says what failed and offers to
// try again (src/theme/Loading); Docusaurus itself would reload the document. plugins/load-failure puts this in its place.
import preload from '@docusaurus/core/lib/client/preload'

export default function preloadOrFail(pathname: string): Promise<unknown> {
  return preload(pathname).catch(() => undefined)
}
