import { expect, test } from 'vitest'
import { intentOf, typedInto } from './shortcuts.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, editing: false }
test.each([
  ['Ctrl+K', { ...none, key: 'k', ctrlKey: true }, 'toggle'],
  ['Cmd+K', { ...none, key: 'k', metaKey: true }, 'toggle'],
  ['Ctrl+K with capitals', { ...none, key: 'K', ctrlKey: true }, 'toggle'],
  ['Ctrl+K in a text field', { ...none, key: 'k', ctrlKey: true, editing: true }, 'toggle'],
  ['/', { ...none, key: '/' }, 'open'],
  ['/ in a text field', { ...none, key: '/', editing: true }, undefined],
  ['Ctrl+/', { ...none, key: '/', ctrlKey: true }, undefined],
  ['k alone', { ...none, key: 'k' }, undefined],
  ['Ctrl+Alt+K', { ...none, key: 'k', ctrlKey: true, altKey: true }, undefined],
])('%s', (_, key, intent) => {
  expect(intentOf(key)).toBe(intent)
})

test.each([
  ['a letter', 'bui', { ...none, key: 'l' }, 'buil'],
  ['a slash', 'a', { ...none, key: '/' }, 'a/'],
  ['a character of two code units', '', { ...none, key: '𝜎' }, '𝜎'],
  ['Backspace', 'a𝜎', { ...none, key: 'Backspace' }, 'a'],
  ['Ctrl+C', 'a', { ...none, key: 'c', ctrlKey: true }, undefined],
  ['Tab', 'a', { ...none, key: 'Tab' }, undefined],
])('%s typed ahead', (_, text, key, typed) => {
  expect(typedInto(text, key)).toBe(typed)
})
