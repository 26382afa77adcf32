// Islands (src/components/Island) are rendered by the build: browsers are not sent what renders them.
import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const IN_BROWSERS = fileURLToPath(new URL('../../src/components/Island/no-server.ts', import.meta.url))

export default function islands(): Plugin {
  return {
    name: 'islands',
    configureWebpack(_, isServer, { currentBundler }) {
      if (isServer) return {}
      const { NormalModuleReplacementPlugin } = currentBundler.instance
      return { plugins: [new NormalModuleReplacementPlugin(/^react-dom\/server$/, IN_BROWSERS)] }
    },
  }
}
