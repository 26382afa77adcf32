import { expect, test } from 'vitest'
import { mark, snippet } from './marks.ts'

test('marking escapes what is not a mark', () => {
  expect(mark('a <b> & quantile <i>', ['quantile'])).toBe('a &lt;b&gt; &amp; <mark>quantile</mark> &lt;i&gt;')
  expect(mark('<mark>x</mark>', ['zebra'])).toBe('&lt;mark&gt;x&lt;/mark&gt;')
})
test('a word inside markup is marked with the markup escaped', () => {
  expect(mark('<script>quantile</script>', ['quantile'])).toBe('&lt;script&gt;<mark>quantile</mark>&lt;/script&gt;')
  expect(mark('UxHwDoubleQuantile(x, 0.5);', ['quantile'])).toBe('<mark>UxHwDoubleQuantile</mark>(x, 0.5);')
})
test('a snippet says where it was cut', () => {
  const text = `${'before '.repeat(20)}match ${'after '.repeat(40)}`
  expect(snippet(text, ['match'])).toMatch(/^… (before ){6}match (after ){16}after …$/)
  expect(snippet('short text', ['zebra'])).toBe('short text')
  expect(snippet(text, ['match'], 8)).toBe('… before before before before before before match after …')
})
