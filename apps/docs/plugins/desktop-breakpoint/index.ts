// The desktop layout starts at 996 px (acceptance/docs.tsv). Docusaurus starts it at 997 px, in its styles and in its code: both are moved.
import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const OURS = fileURLToPath(new URL('../../src/navigation/window-size.ts', import.meta.url))
interface AtRule {
  params: string
}

export default function desktopBreakpoint(): Plugin {
  return {
    name: 'desktop-breakpoint',
    configureWebpack(_, __, { currentBundler }) {
      const { NormalModuleReplacementPlugin } = currentBundler.instance
      return { plugins: [new NormalModuleReplacementPlugin(/\/hooks\/useWindowSize$/, OURS)] }
    },
    configurePostCss(options) {
      options.plugins.push({
        postcssPlugin: 'desktop-breakpoint',
        AtRule: {
          media: (rule: AtRule) => {
            rule.params = mediaFrom996(rule.params)
          },
        },
      })
      return options
    },
  }
}

/** The same media query with the desktop layout from 996 px on; fractions of a pixel below belong to the narrow layout. */
export function mediaFrom996(query: string): string {
  return query.replace(/\(max-width: *996px\)/g, '(max-width: 995.98px)').replace(/\(min-width: *997px\)/g, '(min-width: 996px)')
}
