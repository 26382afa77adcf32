import { expect, test } from 'vitest'
import { mediaFrom996 } from './index.ts'

test('a style for desktops holds from 996 px, one for narrow windows below', () => {
  expect(mediaFrom996('(min-width: 997px)')).toBe('(min-width: 996px)')
  expect(mediaFrom996('screen and (max-width:996px)')).toBe('screen and (max-width: 995.98px)')
})
test('other media queries stay as they are', () => {
  for (const query of ['print', '(max-width: 576px)', '(min-width: 996px)']) expect(mediaFrom996(query)).toBe(query)
})
