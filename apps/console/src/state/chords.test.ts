import { expect, test } from 'vitest'
import { isChord, shownChord, shownKey } from './chords.ts'

const press = (key: string, held: string[] = [], code = '') => ({
  key,
  code,
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Cmd'),
  altKey: held.includes('Alt'),
  shiftKey: held.includes('Shift'),
})

test('a chord is all of its keys and no other', () => {
  expect(isChord('Mod-Enter', press('Enter', ['Ctrl']))).toBe(true)
  expect(isChord('Mod-Enter', press('Enter', ['Cmd']))).toBe(true)
  expect(isChord('Mod-Enter', press('Enter'))).toBe(false)
  expect(isChord('Mod-Enter', press('Enter', ['Ctrl', 'Shift']))).toBe(false)
  expect(isChord('Mod-Shift-d', press('D', ['Ctrl', 'Shift']))).toBe(true)
  expect(isChord('F8', press('F8', ['Shift']))).toBe(false)
  expect(isChord('Alt-1', press('¡', ['Alt'], 'Digit1'))).toBe(true)
  expect(isChord('Alt-1', press('2', ['Alt'], 'Digit2'))).toBe(false)
})

test('it is shown as its keys are named', () => {
  expect(shownChord('Mod-Shift-d', false)).toBe('Ctrl+Shift+D')
  expect(shownChord('Mod-Enter', false)).toBe('Ctrl+Enter')
  expect(shownChord('Mod-\\', true)).toBe('⌘ \\')
  expect(['R', 'c', 'Delete', '['].map((key) => shownKey(key, false))).toEqual(['Shift+R', 'c', 'Delete', '['])
})
