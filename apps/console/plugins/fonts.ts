// The faces of the sites beside the console's own files, and the rules that name them in its page.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONSOLE_PATH } from '@credence/contract'
import { type FontFiles, writeFonts } from '@credence/ui/fonts'
import type { Plugin } from 'vite'

const PLACE = 'assets/fonts/'

/** @param nonce  what styles in the page carry */
export function fonts(nonce: string): Plugin {
  let made: FontFiles
  return {
    name: 'credence:fonts',
    apply: 'build',
    async buildStart() {
      const folder = await mkdtemp(join(tmpdir(), 'credence-fonts-'))
      try {
        made = await writeFonts(folder, CONSOLE_PATH + PLACE)
        for (const file of await readdir(folder)) this.emitFile({ type: 'asset', fileName: PLACE + file, source: await readFile(join(folder, file)) })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: { rel: 'preload', href: CONSOLE_PATH + PLACE + made.preload, as: 'font', type: 'font/woff2', crossorigin: '' },
        injectTo: 'head',
      },
      { tag: 'style', attrs: { nonce }, children: made.css, injectTo: 'head' },
    ],
  }
}
