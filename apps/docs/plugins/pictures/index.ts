// Pictures that the build draws: a card for each page, shown where somebody links it, and the icons of the site; and robots.txt, which stands beside them.
// A picture that was drawn before is not drawn again: it is kept by what it is drawn from.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseUx, type UxValue } from '@credence/distribution'
import { svgToPng } from '@credence/plot/png'
import { firstValue } from '@credence/ui/program/first-value.ts'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { type ExampleResult, RESULTS } from '../examples/results.ts'
import { parsePage } from '../rendered/page.ts'
import { pageCard } from './card.ts'
import { cardPath } from './card-place.ts'

const ICONS = { 'img/apple-touch-icon.png': 180, 'img/icon-192.png': 192, 'img/icon-512.png': 512 } as const
const ICON_UNITS = 32

export default function pictures({ siteDir, baseUrl }: LoadContext): Plugin {
  const kept = join(siteDir, '.pictures')
  return {
    name: 'pictures',
    injectHtmlTags: () => ({
      headTags: [
        { tagName: 'link', attributes: { rel: 'icon', href: `${baseUrl}favicon.ico`, sizes: '32x32' } },
        { tagName: 'link', attributes: { rel: 'apple-touch-icon', href: `${baseUrl}img/apple-touch-icon.png` } },
        { tagName: 'link', attributes: { rel: 'manifest', href: `${baseUrl}manifest.webmanifest` } },
        { tagName: 'meta', attributes: { name: 'theme-color', content: '#ffffff', media: '(prefers-color-scheme: light)' } },
        { tagName: 'meta', attributes: { name: 'theme-color', content: '#101513', media: '(prefers-color-scheme: dark)' } },
      ],
    }),
    async postBuild({ outDir, routesPaths, siteConfig: { title, url } }) {
      await mkdir(kept, { recursive: true })
      await mkdir(join(outDir, 'cards'), { recursive: true })
      for (const path of routesPaths) {
        const file = join(outDir, path.slice(baseUrl.length), 'index.html')
        if (!path.endsWith('/') || !existsSync(file)) continue
        const html = await readFile(file, 'utf8')
        const page = parsePage(html)
        if (!page) continue
        await draw(kept, pageCard(path, page.title, await firstOf(html)), join(outDir, cardPath(path)))
      }
      const icon = await readFile(join(siteDir, 'static/img/icon.svg'), 'utf8')
      for (const [name, size] of Object.entries(ICONS)) await draw(kept, icon, join(outDir, name), size / ICON_UNITS)
      await writeFile(join(outDir, 'manifest.webmanifest'), JSON.stringify(manifest(title, baseUrl)))
      await writeFile(join(outDir, 'robots.txt'), `User-agent: *\nAllow: /\n\nSitemap: ${url}${baseUrl}sitemap.xml\n`)
    },
  }
}

async function draw(kept: string, svg: string, to: string, scale = 1): Promise<void> {
  const file = join(kept, `${createHash('sha256').update(`${scale} ${svg}`).digest('hex').slice(0, 24)}.png`)
  if (!existsSync(file)) await writeFile(file, await svgToPng(svg, scale))
  await mkdir(dirname(to), { recursive: true })
  await copyFile(file, to)
}

/** The first value of the first program of a page. */
async function firstOf(html: string): Promise<UxValue | undefined> {
  const id = /data-example="([^"]+)"/.exec(html)?.[1]
  const file = id && [`${RESULTS}${id}.json`, `${RESULTS}${id}/src/main.json`].find(existsSync)
  if (!file) return undefined
  const { stdout } = JSON.parse(await readFile(file, 'utf8')) as ExampleResult
  const value = firstValue(stdout)
  return value && parseUx(value.ux)
}

const manifest = (name: string, baseUrl: string) => ({
  name: `Credence: ${name}`,
  short_name: 'Credence',
  start_url: baseUrl,
  display: 'browser',
  background_color: '#ffffff',
  theme_color: '#137333',
  icons: [192, 512].map((size) => ({ src: `${baseUrl}img/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
})
