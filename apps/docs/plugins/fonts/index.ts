// The faces of the site: cut by `packages/ui` before the pages are made, named by content, and served beside them. Their rules stand in each page, so that a
// browser asks for the first face before the styles have come.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type FontFiles, writeFonts } from '@credence/ui/fonts'
import type { LoadContext, Plugin } from '@docusaurus/types'

export default function fonts({ generatedFilesDir, baseUrl }: LoadContext): Plugin<FontFiles> {
  const folder = join(generatedFilesDir, 'site-fonts')
  const place = `${baseUrl}assets/fonts/`
  let made: FontFiles
  return {
    name: 'fonts',
    loadContent: () => writeFonts(folder, place),
    async contentLoaded({ content }) {
      made = content
    },
    /** Where the development server finds what a build copies. */
    configureWebpack: () => ({ devServer: { static: [{ directory: folder, publicPath: place, watch: false }] } }) as object,
    injectHtmlTags: () => ({
      headTags: [
        { tagName: 'link', attributes: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: 'anonymous', href: place + made.preload } },
        { tagName: 'style', innerHTML: made.css },
      ],
    }),
    postBuild: ({ outDir }) => cp(folder, join(outDir, 'assets/fonts'), { recursive: true }),
  }
}
