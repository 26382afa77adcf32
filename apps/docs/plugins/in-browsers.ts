// A plugin that gives browsers another module than the build of the pages has.
import type { Plugin } from '@docusaurus/types'

/** What a bundler tells of an import before it is resolved. */
export interface ImportRequest {
  request: string
  readonly contextInfo: { readonly issuer: string }
}

/** @param by  the file of the module that takes its place, or what changes the request where it should */
export function inBrowsers(name: string, request: RegExp, by: string | ((request: ImportRequest) => void)): Plugin {
  return {
    name,
    configureWebpack(_, isServer, { currentBundler }) {
      if (isServer) return {}
      const { NormalModuleReplacementPlugin } = currentBundler.instance
      return { plugins: [new NormalModuleReplacementPlugin(request, by)] }
    },
  }
}
