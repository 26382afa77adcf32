import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import examples from './fixtures/worked-examples.json' with { type: 'json' }
import { law } from './laws/standard-law.ts'
import { mixtureOf } from './mixture.ts'
import { ttrOfLaw } from './ttr-of-law.ts'
import { readUxBytes, writeUxBytes } from './ux-bytes.ts'
import { UxSyntaxError } from './ux-syntax-error.ts'
import { extractUx, formatUx, formatUxTail, parseUx } from './ux-text.ts'
import { isPlain, plainValue, type UxValue, uxValue } from './ux-value.ts'

fc.configureGlobal({ seed: 1 })

const particleText = (text: string) => text.slice(0, text.indexOf('Ux'))
const tail = (text: string) => text.slice(text.indexOf('Ux'))

describe('worked examples', () => {
  test('1: one Dirac delta of type 0', () => {
    expect(parseUx(examples[1].text)).toEqual({
      particle: 0.40007,
      type: 0,
      sampleCount: 1,
      mean: 0.40007046250604755,
      mixture: exactly([0.40007046250604755], [2n ** 63n]),
    })
  })

  test('2: a plain number with a tail', () => {
    const value = parseUx(examples[2].text)
    expect(value).toEqual({ particle: 0.785398, type: 4, sampleCount: 0, mean: Math.PI / 4, mixture: exactly([Math.PI / 4], [2n ** 63n]) })
    expect(isPlain(value)).toBe(true)
  })

  test('3: two Dirac deltas', () => {
    expect(parseUx(examples[3].text)).toEqual({
      particle: 21.5,
      type: 4,
      sampleCount: 2,
      mean: 21.5,
      mixture: exactly([21.25, 21.75], [2n ** 62n, 2n ** 62n]),
    })
  })

  test('4: non-finite values, finite positions out of order', () => {
    const value = parseUx(examples[4].text)
    expect([value.particle, value.mean]).toEqual([Number.NaN, Number.NaN])
    expect([...value.mixture.positions]).toEqual([0, 1, 3, Number.NaN, -Infinity, Infinity])
    expect([...value.mixture.fixed!]).toEqual(new Array(6).fill(0x1555555555555500n))
    expect([...value.mixture.fixed!].reduce((sum, mass) => sum + mass)).toBe(2n ** 63n - 512n)
  })

  test('5: the standard Gaussian', () => {
    const { particle, mean, mixture } = parseUx(examples[5].text)
    expect(Object.is(particle, -0)).toBe(true)
    expect(mean).toBe(-2.2531475226374113e-16)
    expect([...mixture.positions]).toEqual(examples[5].diracs!.map(([position]) => position))
    expect([...mixture.fixed!].reduce((sum, mass) => sum + mass)).toBe(2n ** 63n - 960n)
  })

  test('6: constructor, 1 + x, 100000 * x on every position give the text byte for byte', () => {
    const [a, b] = [0.05, 0.07]
    const { positions, masses } = ttrOfLaw(law('uniform', 0, 0), 6)
    const mapped = positions.map((z) => 100000 * (1 + ((a + b) / 2 + ((b - a) / 2) * z)))
    expect(formatUx(uxValue(mixtureOf(mapped, masses), 106000), '106000.000000')).toBe(examples[6].text)
  })

  test('7: a plain number whose tail is rounded to single precision', () => {
    const value = parseUx(examples[7].text)
    expect([value.particle, value.mean, value.sampleCount]).toEqual([105998.11, 105998.109375, 0])
  })

  test.each([1, 2, 3, 5, 6, 7] as const)('%d is written as it was read, digit for digit', (n) => {
    const { text } = examples[n]
    expect(formatUx(parseUx(text), particleText(text))).toBe(text)
  })

  test('4 is written with its positions sorted and read back the same', () => {
    const value = parseUx(examples[4].text)
    expect(parseUx(formatUx(value, 'nan'))).toEqual(value)
  })
})

describe('Ux bytes of the worked examples', () => {
  const CURRENT = [
    [1, 1],
    [2, 0],
    [3, 0],
  ] as const
  test.each(CURRENT)('example %d is written in the current layout', (n, index) => {
    expect(Buffer.from(writeUxBytes(parseUx(examples[n].text), 64)).toString('hex')).toBe(examples[n].bytes[index])
  })

  test.each(CURRENT)('example %d is read from the current layout, as bytes and as hexadecimal text', (n, index) => {
    const hex = examples[n].bytes[index]!
    expect(readUxBytes(Buffer.from(hex, 'hex'), 64)).toEqual(parseUx(examples[n].text))
    expect(parseUx(hex)).toEqual(parseUx(examples[n].text))
  })

  test('example 1 is read from the older layout', () => {
    expect(parseUx(examples[1].bytes[0]!)).toEqual(parseUx(examples[1].text))
  })

  test('the Float form has a particle of 4 bytes', () => {
    const value = { ...parseUx(examples[3].text), particle: Math.fround(0.1) }
    const bytes = writeUxBytes(value, 32)
    expect(bytes.length).toBe(28 + 16 * 2)
    expect(readUxBytes(bytes, 32)).toEqual(value)
  })

  test('single-precision positions are recognised by the length', () => {
    const bytes = writeUxBytes(parseUx(examples[1].text), 64).slice(0, 32 + 12)
    new DataView(bytes.buffer).setFloat32(32, 1.5, true)
    new DataView(bytes.buffer).setBigUint64(36, 2n ** 63n, true)
    expect([...readUxBytes(bytes, 64).mixture.positions]).toEqual([1.5])
  })
})

describe('payloads', () => {
  test('without a particle: the mean takes its place', () => {
    expect(parseUx(tail(examples[3].text)).particle).toBe(21.5)
    expect(parseUx(tail(examples[1].text)).particle).toBe(0.40007046250604755)
  })

  test.each([
    ['42', 42],
    ['-1.5e+3', -1500],
    ['.5', 0.5],
    ['3.', 3],
    ['nan', Number.NaN],
    ['inf', Infinity],
    ['-inf', -Infinity],
    ['  7\n', 7],
  ])('an ordinary number, %s, is a plain number', (text, x) => {
    expect(parseUx(text)).toEqual(plainValue(x))
  })

  test('hexadecimal digits may be lower case, excess ones are ignored', () => {
    const value = parseUx(examples[3].text)
    expect(parseUx(`21.5Ux${tail(examples[3].text).slice(2).toLowerCase()}`)).toEqual(value)
    expect(parseUx(`${examples[3].text}ABC`)).toEqual(value)
  })

  test('single-precision positions', () => {
    const text = `Ux0400000000000000014035800000000000${'00000002'}41AA00004000000000000000${'41AE0000'}4000000000000000`
    expect([...parseUx(text).mixture.positions]).toEqual([21.25, 21.75])
  })

  test('zero masses are dropped, equal positions are merged, also non-finite ones', () => {
    const dirac = (position: string, mass: string) => position + mass
    const text = `Ux0400000000000000013FF000000000000000000005${dirac('3FF0000000000000', '2000000000000000')}${dirac('3FF0000000000000', '2000000000000000')}${dirac('7FF8000000000000', '0000000000000000')}${dirac('7FF0000000000000', '2000000000000000')}${dirac('7FF0000000000000', '2000000000000000')}`
    expect(parseUx(text).mixture).toEqual(exactly([1, Infinity], [2n ** 62n, 2n ** 62n]))
  })

  test('every type byte is read', () => {
    expect(parseUx(examples[1].text.replace('Ux00', 'UxFF')).type).toBe(255)
  })
})

describe('malformed text is refused with the place of the fault', () => {
  const count = (n: string) => `1.5Ux0400000000000000013FF8000000000000${n}`
  test.each([
    ['', 0, 'found nothing'],
    ['hello', 0, "'hello' is neither a Ux string"],
    ['x1Ux04', 0, "'x1' in front of 'Ux' is not a number"],
    ['1.5Ux04000G', 10, "'G' is not a hexadecimal digit"],
    ['1.5Ux0400', 9, 'ends inside the header'],
    [count('00002711'), 39, '10001 Dirac deltas are more than 10000'],
    [`${count('00000002')}${'0'.repeat(47)}`, 94, 'ends before the last of 2 Dirac deltas'],
    ['0'.repeat(59), 59, 'two digits each'],
    [`${'0'.repeat(16)}f00000${'0'.repeat(40)}`, 62, 'Ux bytes end inside the header of 32 bytes'],
  ])('%s', (text, offset, problem) => {
    const error = thrownBy(() => parseUx(text))
    expect(error).toBeInstanceOf(UxSyntaxError)
    expect((error as UxSyntaxError).message).toContain(problem)
    expect((error as UxSyntaxError).offset).toBe(offset)
  })

  test('Ux bytes: with the byte', () => {
    const bytes = writeUxBytes(parseUx(examples[3].text), 64)
    expect((thrownBy(() => readUxBytes(bytes.slice(0, 40), 64)) as UxSyntaxError).message).toBe(
      'Ux bytes end before the last of 2 Dirac deltas (at byte 40)',
    )
    expect((thrownBy(() => readUxBytes(bytes.slice(0, 10), 64)) as UxSyntaxError).offset).toBe(10)
  })
})

describe('a text that was cut short is no value', () => {
  const whole = examples[6].text // 64 Dirac deltas
  test('wherever it was cut', () => {
    for (let length = whole.length - 1; length > whole.indexOf('Ux'); length--)
      expect(thrownBy(() => parseUx(whole.slice(0, length)))).toBeInstanceOf(UxSyntaxError)
  })
  test('nor are its bytes', () => {
    const hex = Buffer.from(writeUxBytes(parseUx(whole), 64)).toString('hex')
    for (let length = hex.length - 1; length >= 58; length--)
      expect([length, thrownBy(() => parseUx(hex.slice(0, length)))]).toEqual([length, expect.any(UxSyntaxError)])
  })
  test('digits without the Ux before them are neither bytes nor a number', () => {
    for (const { text } of [examples[1], examples[2], examples[3], examples[5], examples[6], examples[7]]) {
      const digits = tail(text).slice(2)
      for (const one of [digits, digits.toLowerCase(), digits.slice(0, 58), digits.slice(0, 42)])
        expect(thrownBy(() => parseUx(one))).toBeInstanceOf(UxSyntaxError)
    }
    expect(thrownBy(() => parseUx(`04${'0'.repeat(15)}1${'4035800000000000'}00000001`))).toBeInstanceOf(UxSyntaxError)
  })
  test('single positions are taken from a text of just their length', () => {
    const single = `1.5Ux0400000000000000013FF800000000000000000002${'3F800000'}${'4000000000000000'}${'40000000'}${'4000000000000000'}`
    expect([...parseUx(single).mixture.positions]).toEqual([1, 2])
    expect(thrownBy(() => parseUx(`${single}00`))).toBeInstanceOf(UxSyntaxError)
  })
})

test('values are found in the output of a program', () => {
  const output = `result: ${examples[3].text}, plain 12.5 and\n${examples[6].text}\n`
  const found = [...extractUx(output)]
  expect(found.map((value) => value.particleText)).toEqual(['21.5', '106000.000000'])
  expect(found.map((value) => value.ux)).toEqual([tail(examples[3].text), tail(examples[6].text)])
  for (const { start, end, particleText: particle, ux } of found) expect(output.slice(start, end)).toBe(particle + ux)
})

test('values are found whatever conversion printed their decimal', () => {
  const ux = tail(examples[3].text)
  for (const printed of ['2508', '-3', '21.', '.5', '1e+03', '2.5E-7', '+4', 'nan', '-inf', 'INF']) {
    expect([...extractUx(`at ${printed}${ux} m`)].map(({ particleText }) => particleText)).toEqual([printed])
  }
})

test('text that follows a value without a gap is not taken for its digits', () => {
  const printed = `0.5${tail(examples[3].text)}`
  const output = `${printed}cm ${printed}7 ${printed}${printed}`
  const found = [...extractUx(output)]
  expect(found.map(({ particleText, ux }) => particleText + ux)).toEqual(Array(4).fill(printed))
  expect(found.map(({ end }) => output.slice(end, end + 2))).toEqual(['cm', '7 ', '0.', ''])
})

const double = fc.double({ noDefaultInfinity: true, noNaN: true })
const values: fc.Arbitrary<UxValue> = fc.record({
  particle: double,
  type: fc.integer({ min: 0, max: 255 }).filter((type) => type !== 0xf0),
  sampleCount: fc.integer({ min: 0, max: 1_000_000 }),
  mean: fc.double(),
  mixture: fc.array(fc.tuple(fc.double(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), { maxLength: 40 }).map((pairs) =>
    exactly(
      pairs.map(([x]) => x),
      pairs.map(([, m]) => m),
    ),
  ),
})

test('every value survives text, with 64-bit masses exact', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(parseUx(formatUxTail(value))).toEqual({ ...value, particle: value.mean })
    }),
  )
})

test('every value survives both forms of bytes', () => {
  fc.assert(
    fc.property(values, (value) => {
      const particle = Math.fround(value.particle)
      expect(readUxBytes(writeUxBytes(value, 64), 64)).toEqual(value)
      expect(readUxBytes(writeUxBytes({ ...value, particle }, 32), 32)).toEqual({ ...value, particle })
    }),
  )
})

test('no text makes the reader fail in another way', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom('U', 'x', '0', 'F', '4', '.', 'e', '-', '8'), { maxLength: 120 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (input) => {
      const error = thrownBy(() => parseUx(input))
      if (error) expect(error).toBeInstanceOf(UxSyntaxError)
    }),
  )
})

function exactly(positions: readonly number[], fixed: readonly bigint[]) {
  return mixtureOf(
    positions,
    fixed.map((mass) => Number(mass) / 2 ** 63),
    fixed,
  )
}

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
}
