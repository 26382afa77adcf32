// While a page starts, its tab keeps the title that the document came with; Docusaurus shows the name of the site until the page's own is known.
import { fileURLToPath } from 'node:url'
import { inBrowsers } from '../in-browsers.ts'

const OURS = fileURLToPath(new URL('../../src/navigation/SiteMetadataDefaults.tsx', import.meta.url))

export default () => inBrowsers('first-title', /^\.\/SiteMetadataDefaults$/, OURS)
