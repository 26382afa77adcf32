import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepLast, keptFolder } from './folder.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'credence-kept-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const filling = (text: string) => (draft: string) => writeFile(join(draft, 'file'), text)

test('a folder is made once, and whole', async () => {
  const folder = join(parent, 'a', 'x')
  await keptFolder(folder, filling('first'))
  expect(await keptFolder(folder, filling('second'))).toBe(folder)
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('first')
  expect(await readdir(join(parent, 'a'))).toEqual(['x'])
})
test('of two that make it at once one is kept, and both have it', async () => {
  const folder = join(parent, 'x')
  const made = await Promise.all(['one', 'two'].map((text) => keptFolder(folder, filling(text))))
  expect(made).toEqual([folder, folder])
  expect(await readdir(parent)).toEqual(['x'])
  expect(await readdir(folder)).toEqual(['file'])
})
test('one that cannot be made leaves nothing, and says why', async () => {
  const making = keptFolder(join(parent, 'x'), async (draft) => {
    await filling('half')(draft)
    throw new Error('no space left on device')
  })
  await expect(making).rejects.toThrow('no space left')
  expect(await readdir(parent)).toEqual([])
})
test('the last ones stay, and nothing else of their name', async () => {
  for (const [age, name] of ['site-1', 'site-2', 'site-1.77-abc', 'site-3', 'other'].entries()) {
    await mkdir(join(parent, name))
    await utimes(join(parent, name), age, age)
  }
  await keepLast(parent, /^site-/, 2)
  expect((await readdir(parent)).sort()).toEqual(['other', 'site-1.77-abc', 'site-3'])
})
