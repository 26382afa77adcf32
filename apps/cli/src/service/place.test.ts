import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPlace, PlaceRefused, placeOf } from './place.ts'

let runtime: string
beforeEach(() => {
  runtime = mkdtempSync(path.join(tmpdir(), 'credence-place-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(runtime, { recursive: true })
})
const installation = { root: '/checkout', code: 'a' }
const place = (cache = '/cache') => placeOf(installation, cache, { XDG_RUNTIME_DIR: runtime })

test('a place is one of user, checkout and cache, in the folder of the user for such things', () => {
  expect(place()).toEqual(place())
  expect(place('/other').folder).not.toBe(place().folder)
  expect(placeOf({ root: '/other', code: 'a' }, '/cache', { XDG_RUNTIME_DIR: runtime }).folder).not.toBe(place().folder)
  expect(placeOf({ root: '/checkout', code: 'b' }, '/cache', { XDG_RUNTIME_DIR: runtime })).toEqual(place()) // the new code takes over
  expect(path.dirname(path.dirname(place().folder))).toBe(runtime)
})
test('where that folder is missing or its name too long for a socket, the folder for temporary files serves', () => {
  for (const folder of [path.join(runtime, 'nowhere'), path.join(runtime, 'x'.repeat(80))]) {
    const { socket } = placeOf(installation, '/cache', { XDG_RUNTIME_DIR: folder })
    expect(socket.startsWith(runtime)).toBe(false)
    expect(Buffer.byteLength(socket)).toBeLessThan(104)
  }
})
test('nobody else may enter, and one token is for all', () => {
  const token = openPlace(place())
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(openPlace(place())).toBe(token)
  expect(lstatSync(place().folder).mode & 0o777).toBe(0o700)
  expect(lstatSync(place().token).mode & 0o777).toBe(0o600)
  expect(readdirSync(place().folder)).toEqual(['token'])
})
test('a folder that others may enter is refused', () => {
  mkdirSync(path.dirname(place().folder), { recursive: true })
  chmodSync(path.dirname(place().folder), 0o755)
  expect(() => openPlace(place())).toThrow(new PlaceRefused(`${path.dirname(place().folder)} is open to other users; its mode should be 700`))
})
test('a link in its stead is refused', () => {
  const elsewhere = path.join(runtime, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  symlinkSync(elsewhere, path.dirname(place().folder))
  expect(() => openPlace(place())).toThrow('is not a folder')
})
test('the folder of another user is refused', () => {
  openPlace(place())
  const given = place()
  const own = process.getuid!()
  vi.spyOn(process, 'getuid').mockReturnValue(own + 1)
  expect(() => openPlace(given)).toThrow('belongs to another user')
})
