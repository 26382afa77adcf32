// While a page starts, its tab keeps the title that the document came with; Docusaurus shows the name of the site until the page's own is known.
import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const OURS = fileURLToPath(new URL('../../src/navigation/SiteMetadataDefaults.tsx', import.meta.url))

export default function firstTitle(): Plugin {
  return {
    name: 'first-title',
    configureWebpack(_, isServer, { currentBundler }) {
      if (isServer) return {}
      const { NormalModuleReplacementPlugin } = currentBundler.instance
      return { plugins: [new NormalModuleReplacementPlugin(/^\.\/SiteMetadataDefaults$/, OURS)] }
    },
  }
}
