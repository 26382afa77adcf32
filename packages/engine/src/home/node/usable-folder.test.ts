import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnusableFolder, unusable, usableFolder, writableFolder } from './usable-folder.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'credence-home-')))
})
afterEach(() => rmSync(base, { recursive: true }))

const wanted = (folder: string) => ({ folder, name: 'the home folder', setting: 'CREDENCE_HOME' })
const ADVICE = 'Set CREDENCE_HOME to a folder in which you can write.'
const told = async (folder: string) => {
  const error = await usableFolder(wanted(folder)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UnusableFolder)
  return (error as Error).message
}
const failure = (code: string, syscall = 'mkdir') => Object.assign(new Error(`${code}: raw`), { code, syscall })

test('a folder is made with those above it, without symbolic links, and nothing is left in it', async () => {
  symlinkSync(base, join(base, 'link'))
  expect(await usableFolder(wanted(join(base, 'link/a/b')))).toBe(join(base, 'a/b'))
  expect(await writableFolder(wanted(join(base, 'a/b')))).toBe(join(base, 'a/b'))
  expect(readdirSync(join(base, 'a/b'))).toEqual([])
})

test('a file in its place, and on its way, is named', async () => {
  const file = join(base, 'file')
  writeFileSync(file, '')
  expect(await told(file)).toBe(`the home folder ${file} (CREDENCE_HOME) cannot be used: it is a file. ${ADVICE}`)
  expect(await told(join(file, 'a/b'))).toBe(`the home folder ${file}/a/b (CREDENCE_HOME) cannot be used: ${file} is a file. ${ADVICE}`)
})

test('links that lead nowhere or in a circle, and paths that are too long, are said to be so', async () => {
  symlinkSync(join(base, 'none/none'), join(base, 'dangling'))
  expect(await told(join(base, 'dangling'))).toContain('cannot be used: it is a symbolic link that leads nowhere. ')
  symlinkSync(join(base, 'b'), join(base, 'a'))
  symlinkSync(join(base, 'a'), join(base, 'b'))
  expect(await told(join(base, 'a/c'))).toContain('cannot be used: its symbolic links lead in a circle. ')
  const long = join(base, 'x'.repeat(300))
  expect(await told(long)).toContain(`its path of ${Buffer.byteLength(long)} bytes, or a name in it, is longer than the file system allows. `)
})

test.runIf(process.platform === 'linux')('where no folder can be made, that is said', async () => {
  expect(await told('/proc/credence-home/a')).toContain('cannot be used: no folder can be made in /proc. ')
})

test('what the system refuses is said in words, with what to do', async () => {
  const folder = join(base, 'home')
  mkdirSync(folder)
  const said = async (code: string) => ((await unusable(wanted(folder), failure(code))) as Error).message.split(' cannot be used: ')[1]
  expect(await said('EROFS')).toBe(`its file system is read-only. ${ADVICE}`)
  expect(await said('ENOSPC')).toBe('the disk is full. Free some space, or set CREDENCE_HOME to a folder on another disk.')
  const elsewhere = new Error('initdb failed: FATAL: could not extend file: No space left on device\nHINT: …')
  expect(((await unusable(wanted(folder), elsewhere)) as Error).message).toContain('the disk is full. ')
  expect(await said('EDQUOT')).toBe('your share of the disk is used up. Free some space, or set CREDENCE_HOME to a folder on another disk.')
  expect(await said('EACCES')).toBe(`you (user ${process.getuid?.()}) may not write in ${folder}. ${ADVICE}`)
  expect(await said('ENOENT')).toBe(`no folder can be made in ${folder}. ${ADVICE}`)
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)('a folder of somebody else is said to be theirs', async () => {
  const said = async (folder: string) => ((await unusable(wanted(folder), failure('EACCES'))) as Error).message
  const { chownSync } = await import('node:fs')
  chownSync(base, 65534, 65534)
  expect(await said(join(base, 'home'))).toContain(`you (user 0) may not write in ${base}, which belongs to user 65534. `)
})

test('errors that do not come of the folder stay as they are', async () => {
  for (const error of [new Error('other'), failure('ENOENT', 'spawn bwrap'), 'text']) expect(await unusable(wanted(base), error)).toBe(error)
})
