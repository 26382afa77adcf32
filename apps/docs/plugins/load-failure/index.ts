// A navigation whose page does not load shows the error and a Retry button (acceptance/docs.tsv), where Docusaurus would reload.
import { fileURLToPath } from 'node:url'
import { type ImportRequest, inBrowsers } from '../in-browsers.ts'

const OURS = fileURLToPath(new URL('../../src/navigation/preload.ts', import.meta.url))

export default () => inBrowsers('load-failure', /^\.\/preload$/, redirect)

/** The first load of a document keeps the original: its static page stands whatever fails. */
export function redirect(request: ImportRequest): void {
  if (request.contextInfo.issuer.endsWith('PendingNavigation.js')) request.request = OURS
}
