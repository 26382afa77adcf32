import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { figureSvg } from './figure-svg.ts'
import { figurePng, outlinedSvg, plotPng } from './png.ts'
import { EXAMPLES } from './testing/examples.ts'

test.each([
  ['standard-gaussian', 1000],
  ['with-nan-and-infinity', 1300],
])('%s is %d × 600 pixels and the same bytes every time', async (name, width) => {
  const { value, options } = EXAMPLES[name]!
  const [first, second] = [await plotPng(value, options), await plotPng(value, options)]
  const view = new DataView(first.buffer, first.byteOffset)
  expect([view.getUint32(0), view.getUint32(16), view.getUint32(20)]).toEqual([0x89504e47, width, 600]) // signature, then width and height of IHDR
  expect(sha256(second)).toBe(sha256(first))
})

test('letters are drawn, with the bundled font', async () => {
  const { value } = EXAMPLES['point']!
  const labelled = await plotPng(value, { xAxisLabel: 'Force' })
  const unlabelled = await plotPng(value, { xAxisLabel: ' ' })
  expect(labelled.length - unlabelled.length).toBeGreaterThan(300)
})

test('the bytes of a golden picture are what they were on other machines', async () => {
  const digests = await Promise.all(
    Object.entries(EXAMPLES).map(async ([name, { value, options }]) => `${name} ${sha256(await plotPng(value, options))}`),
  )
  await expect(`${digests.join('\n')}\n`).toMatchFileSnapshot('golden/png-sha256.txt')
})

test.each([
  { xLimMin: 30 },
  { xLimMax: -30 },
  { xLimMin: 1e300 },
  { xLimMin: -1e308, xLimMax: 1e308 },
  { xLimMin: 4.6 },
  { xLimMin: 0, xLimMax: 4e-16 },
  { yLimMin: 5 },
  { yLimMin: -3, yLimMax: -2 },
  { yLimMin: 0.1, yLimMax: 0.2 },
])('limits %j, which leave bars or all of them outside, are drawn', async (limits) => {
  const { value } = EXAMPLES['standard-gaussian']!
  expect((await plotPng(value, limits)).subarray(1, 4)).toEqual(new Uint8Array([0x50, 0x4e, 0x47]))
})

test('a figure is 960 × 360 pixels, or a multiple of that', async () => {
  const { value } = EXAMPLES['standard-gaussian']!
  for (const scale of [1, 2, 4]) {
    const bytes = await figurePng(value, { scale })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([960 * scale, 360 * scale])
  }
})

test('outlined text needs no font', async () => {
  const svg = figureSvg(EXAMPLES['standard-gaussian']!.value, { xAxisLabel: 'Force (N)' })
  expect(svg).toContain('>Force (N)</text>')
  const outlined = await outlinedSvg(svg)
  expect(outlined).not.toContain('<text')
  const count = (text: string, tag: string) => text.split(`<${tag}`).length - 1
  expect(count(outlined, 'path')).toBeGreaterThanOrEqual(count(svg, 'path') + count(svg, 'text'))
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
