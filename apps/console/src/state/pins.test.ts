import { expect, test } from 'vitest'
import { readPins, togglePin } from './pins.ts'

test('what is no list of texts is none, and what other versions keep stays', () => {
  expect([undefined, 'x', '[1]', '{"repositories":3}', 'null'].map(readPins)).toEqual([{}, {}, {}, {}, {}])
  expect(readPins('{"repositories":["rep_1",2],"values":["v"]}')).toEqual({ repositories: ['rep_1'], values: ['v'] })
  const once = togglePin({ values: ['v'] }, 'repositories', 'rep_1')
  expect(once).toEqual({ values: ['v'], repositories: ['rep_1'] })
  expect(togglePin(once, 'repositories', 'rep_1')).toEqual({ values: ['v'], repositories: [] })
})
