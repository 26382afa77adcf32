import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseCore } from './choose-core.ts'
import { readProject } from './project.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'credence-project-'))
})
afterEach(() => rm(root, { recursive: true }))

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
}
const names = (files: Map<string, Uint8Array>) => [...files.keys()].toSorted()

test('a file comes under its own name, with the headers next to it', async () => {
  await write({ 'a.c': 'int main(){}', 'b.c': '', 'a.h': '', 'config.mk': 'SOURCES=b.c' })
  const { files, inputs } = await readProject(path.join(root, 'a.c'))
  expect(names(files)).toEqual(['a.c', 'a.h'])
  expect(inputs.size).toBe(0)
})
test('a folder is a build directory', async () => {
  await write({ 'a.cpp': '', 'lib/b.c': '', '.git/config': '', 'node_modules/x/x.c': '' })
  expect(names((await readProject(root)).files)).toEqual(['a.cpp', 'lib/b.c'])
})
test('a repository has src/, inputs/, and the rest above', async () => {
  await write({ 'src/main.c': '', 'src/config.mk': '', 'include/a.h': '', 'inputs/data.csv': '1', 'inputs/set1/a.txt': '2', 'README.md': '' })
  const { files, inputs } = await readProject(root)
  expect(names(files)).toEqual(['../README.md', '../include/a.h', 'config.mk', 'main.c'])
  expect(names(inputs)).toEqual(['data.csv', 'set1/a.txt'])
})
test('other inputs can be named', async () => {
  await write({ 'src/main.c': '', 'inputs/a': '', 'others/b': '' })
  expect(names((await readProject(root, path.join(root, 'others'))).inputs)).toEqual(['b'])
  await expect(readProject(root, path.join(root, 'nowhere'))).rejects.toThrow('--inputs names a folder')
})
test('links are followed inside the repository and refused outside', async () => {
  await write({ 'src/main.c': '', 'common/common.c': 'int x;' })
  await symlink('../common/common.c', path.join(root, 'src/common.c'))
  const { files } = await readProject(root)
  expect(new TextDecoder().decode(files.get('common.c'))).toBe('int x;')
  await symlink(tmpdir(), path.join(root, 'src/away'))
  await expect(readProject(root)).rejects.toThrow('leads out of')
})
test('a folder that links to itself is read once', async () => {
  await write({ 'src/main.c': '' })
  await symlink('.', path.join(root, 'src/again'))
  expect(names((await readProject(root)).files)).toEqual(['main.c'])
})
test('what cannot be built is refused with a reason', async () => {
  await write({ 'notes.txt': '', 'empty/readme.md': '' })
  await expect(readProject(path.join(root, 'nothing.c'))).rejects.toThrow('does not exist')
  await expect(readProject(path.join(root, 'notes.txt'))).rejects.toThrow('should end in .c')
  await expect(readProject(path.join(root, 'empty'))).rejects.toThrow('there is no C, C++ or Fortran file')
})

test('a core is named in any case; one that runs nothing here is refused', () => {
  expect(chooseCore(undefined).Name).toBe('C0-S+')
  expect(chooseCore('c0pro-l+').Name).toBe('C0Pro-L+')
  expect(() => chooseCore('C0Pro-S++')).toThrow("there is no core 'C0Pro-S++'; did you mean C0Pro-S+?")
  expect(() => chooseCore('C0-microSD-N')).toThrow('separate hardware')
  expect(chooseCore('c0-reference-32k').Precision).toBe(32_000)
})
