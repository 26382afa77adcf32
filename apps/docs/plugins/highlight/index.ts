// Keeps Prism out of the browser: code is coloured at build time, and the theme would send the highlighter to every page.
// (src/theme/CodeBlock and src/theme/prism-include-languages.ts take the places of the two parts of the theme that need it.)
import type { Plugin } from '@docusaurus/types'

export default function highlight(): Plugin {
  return { name: 'highlight', configureWebpack: () => ({ resolve: { alias: { 'prism-react-renderer': false } } }) }
}
