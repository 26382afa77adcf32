import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

test('nothing in a name turns it around, and names of any script stay as they are', () => {
  expect(shownName('report\u202efdp.exe')).toBe('report\ufffdfdp.exe')
  for (const name of ['größe ☃.csv', 'תמונה.png', '測定', '<b>']) expect(shownName(name)).toBe(name)
})
