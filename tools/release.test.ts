import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { releasedChangelog, VERSION, withVersion } from './release.ts'
import { filesBelow, ROOT } from './repository-files.ts'

const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { version: string }

test('the changelog has what is unreleased on top, then versions with their dates, the newest first', () => {
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!)
  expect(headings[0]).toBe('Unreleased')
  const released = headings.slice(1).map((heading) => / - \d{4}-\d\d-\d\d$/.test(heading) && heading.split(' - ')[0]!)
  expect(released.filter((version) => version === false || !VERSION.test(version))).toEqual([])
  const descending = (released as string[]).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  expect(released).toEqual(descending)
  if (released.length > 0) expect(read('package.json').version).toBe(released[0])
})

test('links of the changelog lead to files that are there', () => {
  const links = [...changelog.matchAll(/\]\(([^)]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(([, inline, reference]) => inline ?? reference!)
  const files = filesBelow()
  expect(links.filter((link) => !/^https:/.test(link) && !files.includes(link.replace(/^\.\//, '').replace(/#.*/, '')))).toEqual([])
})

test('all packages have one version', () => {
  const places = filesBelow().filter((path) => /^(?:(?:packages|apps)\/[^/]+\/)?package\.json$/.test(path))
  expect(places.length).toBeGreaterThanOrEqual(11)
  expect(places.filter((path) => read(path).version !== read('package.json').version)).toEqual([])
})

test('a release names what was unreleased, and leaves room for what comes', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n'
  expect(releasedChangelog(before, '0.2.0', '2026-12-01')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n- Faster.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n',
  )
  expect(() => releasedChangelog(before, '0.1.0', '2026-12-01')).toThrow('0.1.0 is released already')
  expect(() => releasedChangelog(before, 'next', '2026-12-01')).toThrow("'next' is no version")
  expect(() => releasedChangelog(releasedChangelog(before, '0.2.0', '2026-12-01'), '0.3.0', '2026-12-02')).toThrow('nothing is unreleased')
})

test('packages of this repository are pinned to the version of the release, others stay', () => {
  const file = {
    name: 'a',
    version: '0.1.0',
    dependencies: { '@credence/contract': '0.1.0', pg: '8.0.0' },
    devDependencies: { '@credence/engine': '0.1.0' },
  }
  expect(withVersion(file, '0.2.0')).toEqual({
    name: 'a',
    version: '0.2.0',
    dependencies: { '@credence/contract': '0.2.0', pg: '8.0.0' },
    devDependencies: { '@credence/engine': '0.2.0' },
  })
})
