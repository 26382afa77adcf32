// A navigation whose page does not load shows the error and a Retry button (acceptance/docs.tsv), where Docusaurus would reload.
import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const OURS = fileURLToPath(new URL('../../src/navigation/preload.ts', import.meta.url))
interface Request {
  request: string
  readonly contextInfo: { readonly issuer: string }
}

export default function loadFailure(): Plugin {
  return {
    name: 'load-failure',
    configureWebpack(_, isServer, { currentBundler }) {
      if (isServer) return {}
      const { NormalModuleReplacementPlugin } = currentBundler.instance
      return { plugins: [new NormalModuleReplacementPlugin(/^\.\/preload$/, redirect)] }
    },
  }
}

/** The first load of a document keeps the original: its static page stands whatever fails. */
export function redirect(request: Request): void {
  if (request.contextInfo.issuer.endsWith('PendingNavigation.js')) request.request = OURS
}
