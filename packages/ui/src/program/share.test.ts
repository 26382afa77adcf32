import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fragmentOf, isEditOf, readFragment } from './share.ts'

const shared = { id: 'uxhw/quantile', core: 'C0-S+', source: 'int main(void) { puts("≤ 5 m ± 1"); }\n' }

test('a link gives back the example, the core and the source', async () => {
  const fragment = await fragmentOf(shared)
  expect(fragment).toMatch(/^#edit=uxhw%2Fquantile~C0-S%2B~[\w-]+$/)
  expect(await readFragment(fragment)).toEqual(shared)
})

test('a link edits its own example only', async () => {
  const fragment = await fragmentOf(shared)
  expect(isEditOf(fragment, 'uxhw/quantile')).toBe(true)
  expect(isEditOf(fragment, 'uxhw/quant')).toBe(false)
  expect(isEditOf('#uxhw/quantile', 'uxhw/quantile')).toBe(false)
})

test('a source of many lines becomes a link shorter than itself', async () => {
  const source = 'double x = UxHwDoubleGaussDist(0, 1);\n'.repeat(50)
  expect((await fragmentOf({ ...shared, source })).length).toBeLessThan(source.length / 5)
})

test('a link that was cut off or altered is refused', async () => {
  const fragment = await fragmentOf(shared)
  for (const damaged of [fragment.slice(0, -9), `${fragment}!`, '#edit=a~b', '#edit=a~b~c~d', '#elsewhere'])
    await expect(readFragment(damaged), damaged).rejects.toThrow(/link/)
})

test('a small link that unpacks to a giant source is refused', async () => {
  await expect(readFragment(await fragmentOf({ ...shared, source: ' '.repeat(200_001) }))).rejects.toThrow('the program in the link is damaged')
  expect((await readFragment(await fragmentOf({ ...shared, source: ' '.repeat(200_000) }))).source.length).toBe(200_000)
})

test('whichever letters a link has, it gives back its source', async () => {
  const sources = Array.from({ length: 9 }, (_, n) => Array.from({ length: 40 }, (_, k) => Math.sqrt(40 * n + k + 2)).join(' '))
  const fragments = await Promise.all(sources.map((source) => fragmentOf({ ...shared, source })))
  for (const letters of [/-.*-/, /_.*_/]) expect(fragments.some((fragment) => letters.test(fragment.split('~')[2] ?? ''))).toBe(true)
  expect(await Promise.all(fragments.map(async (fragment) => (await readFragment(fragment)).source))).toEqual(sources)
})

test('a source that is no UTF-8 is refused', async () => {
  const link = (bytes: number[]) => `#edit=a~b~${deflateRawSync(Uint8Array.from(bytes)).toString('base64url')}`
  expect((await readFragment(link([0x78]))).source).toBe('x')
  await expect(readFragment(link([0x78, 0xff]))).rejects.toThrow('the program in the link is damaged')
})
