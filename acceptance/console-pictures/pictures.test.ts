import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCREEN_SIZE, SCREEN_THEMES, screenPath } from '../../apps/docs/plugins/pictures/screens.ts'
import { STATES } from './states.ts'

const DOCS = join(import.meta.dirname, '../../apps/docs')
const MOST_BYTES = 1_500_000
const inGuide = STATES.filter((state) => state.inGuide).map(({ name }) => name)
const fileOf = (name: string, theme: (typeof SCREEN_THEMES)[number]) => join(DOCS, 'static', screenPath(name, theme))

test('every picture of the guide stands on a page, with words for who does not see it, and no page shows another', () => {
  const pages = globSync('docs/**/*.mdx', { cwd: DOCS }).map((path) => readFileSync(join(DOCS, path), 'utf8'))
  const shown = pages.flatMap((text) => [...text.matchAll(/<Screen of="([^"]+)" alt="([^"]{20,})" \/>/g)].map(([, name]) => name))
  expect(shown.toSorted()).toEqual(inGuide.toSorted())
})
test.each(inGuide)('the picture %s is there in both themes, in the size that pages keep for it', (name) => {
  for (const theme of SCREEN_THEMES) {
    const bytes = readFileSync(fileOf(name, theme))
    // An extended WebP: after RIFF, size, the name and flags both sides less one, with 24 bits each (RFC 9649, 2.7).
    expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X')
    expect({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }).toEqual(SCREEN_SIZE)
  }
})
test('together they stay small, and none is left over', () => {
  const files = globSync('static/screens/*', { cwd: DOCS })
  expect(files.toSorted()).toEqual(inGuide.flatMap((name) => SCREEN_THEMES.map((theme) => `static${screenPath(name, theme)}`)).toSorted())
  expect(files.reduce((sum, file) => sum + statSync(join(DOCS, file)).size, 0)).toBeLessThan(MOST_BYTES)
})
