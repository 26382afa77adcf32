import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBegunUpload } from './begun-upload.ts'

const target = { host: 'http://platform', path: 'a.bin' }
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credence-begun-'))
  file = join(folder, 'a.bin')
  writeFileSync(file, 'bytes')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('what was begun is known to the next command, until it is over', () => {
  expect(openBegunUpload(file, target).uploadId).toBeUndefined()
  openBegunUpload(file, target).note('upl_1')
  const next = openBegunUpload(file, target)
  expect(next.uploadId).toBe('upl_1')
  next.forget()
  expect([openBegunUpload(file, target).uploadId, existsSync(`${file}.upload`)]).toEqual([undefined, false])
})
test('a file that changed, and one that goes elsewhere, begins anew', () => {
  openBegunUpload(file, target).note('upl_1')
  expect(openBegunUpload(file, { ...target, path: 'b.bin' }).uploadId).toBeUndefined()
  expect(openBegunUpload(file, { ...target, host: 'http://other' }).uploadId).toBeUndefined()
  utimesSync(file, 1, 1)
  expect(openBegunUpload(file, target).uploadId).toBeUndefined()
})
test('a note that cannot be read or written is none', () => {
  writeFileSync(`${file}.upload`, 'no JSON')
  const begun = openBegunUpload(file, target)
  expect(begun.uploadId).toBeUndefined()
  rmSync(`${file}.upload`)
  mkdirSync(`${file}.upload`) // nothing can be written there
  begun.note('upl_1')
  expect(openBegunUpload(file, target).uploadId).toBeUndefined()
})
