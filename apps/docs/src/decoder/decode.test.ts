import { formatUxTail, mixtureOf, parseUx, writeUxBytes } from '@credence/distribution'
import { plotSvg } from '@credence/plot'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import examples from '../../../../packages/distribution/src/fixtures/worked-examples.json' with { type: 'json' }
import { DecodeError, decode } from './decode.ts'

fc.configureGlobal({ seed: 1 })

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const failure = (text: string) => {
  try {
    decode(text)
  } catch (error) {
    if (error instanceof DecodeError) return { message: error.message, character: error.character }
  }
  return undefined
}

describe('fields', () => {
  test('of a Ux string, with the bytes in front of each', () => {
    const { form, header, diracs, notes } = decode(examples[3].text)
    expect(form).toBe('Ux string')
    expect(header.map(({ name, offset, size, raw, meaning }) => [name, offset, size, raw, meaning])).toEqual([
      ['type', 0, 1, '04', '4: Athens'],
      ['samples', 1, 8, '0000000000000002', '2'],
      ['mean', 9, 8, '4035800000000000', '21.5'],
      ['N', 17, 4, '00000002', '2 Dirac deltas'],
    ])
    expect(diracs).toEqual([
      { offset: 21, rawPosition: '4035400000000000', rawMass: '4000000000000000', position: 21.25, mass: 0.5 },
      { offset: 37, rawPosition: '4035C00000000000', rawMass: '4000000000000000', position: 21.75, mass: 0.5 },
    ])
    expect(notes).toEqual([])
  })

  test('of Ux bytes in both layouts, little-endian', () => {
    const [older, current] = examples[1].bytes.map(decode)
    expect(current?.header.map(({ name, offset, raw }) => `${offset} ${name} ${raw}`)).toEqual([
      '0 particle 09168733BF9AD93F',
      '8 marker F00000',
      '11 type 00',
      '12 samples 0100000000000000',
      '20 mean C7C72324C19AD93F',
      '28 N 01000000',
    ])
    expect(current?.diracs[0]).toEqual({
      offset: 32,
      rawPosition: 'C7C72324C19AD93F',
      rawMass: '0000000000000080',
      position: 0.40007046250604755,
      mass: 1,
    })
    expect(older?.header.map(({ name, offset }) => `${offset} ${name}`)).toEqual(['0 particle', '8 type', '9 samples', '17 mean', '25 N'])
    expect(older?.diracs[0]?.offset).toBe(29)
    expect([current?.notes, older?.notes]).toEqual([['Double form, current layout.'], ['Double form, older layout.']])
  })

  test('keep the order of the text, where the value is sorted', () => {
    const { diracs, value } = decode(examples[4].text)
    expect(diracs.map(({ position }) => position)).toEqual([1, 3, 0, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect([...value.mixture.positions.subarray(0, 3)]).toEqual([0, 1, 3])
  })
})

describe('what may be pasted', () => {
  const value = parseUx(examples[6].text)
  test.each([
    ['a string in lines of 80', examples[6].text.replaceAll(/(.{80})/g, '$1\n'), 'Ux string', []],
    ['a string without particle', examples[6].text.slice(examples[6].text.indexOf('Ux')), 'Ux string', []],
    [
      'hexadecimal bytes with spaces',
      Buffer.from(writeUxBytes(value, 64))
        .toString('hex')
        .replaceAll(/(.{16})/g, '$1 '),
      'Ux bytes',
      ['Double form, current layout.'],
    ],
    ['Base64', base64(writeUxBytes(value, 64)), 'Ux bytes', ['Double form, current layout.']],
    ['Base64 of the Float form', base64(writeUxBytes(value, 32)), 'Ux bytes', ['Float form, current layout.']],
    [
      'output of a program',
      `dose: ${examples[6].text} mg\nagain: ${examples[5].text}\n`,
      'Ux string',
      ['Found in the text at character 6. One more follows it.'],
    ],
  ])('%s', (_, text, form, notes) => {
    const decoded = decode(text)
    expect([decoded.form, decoded.notes, decoded.diracs.length]).toEqual([form, notes, 64])
    expect([decoded.value.mean, decoded.diracs[63]?.position]).toEqual([106000, 106984.375])
  })

  test('a plain number, with and without a tail', () => {
    expect(decode(' 3.5 ')).toMatchObject({ form: 'plain number', isPlain: true, value: { particle: 3.5 } })
    expect(decode(examples[2].text)).toMatchObject({ form: 'Ux string', isPlain: true, value: { particle: 0.785398, mean: Math.PI / 4 } })
  })

  test('digits behind the last Dirac delta are counted and ignored', () => {
    expect(decode(`${examples[1].text}00FF`).notes).toEqual(['2 bytes behind the last Dirac delta: readers ignore them.'])
  })
})

describe('a fault is pointed at in the text as it was pasted', () => {
  test.each([
    ['nothing', ' \n', 'Paste a Ux string or Ux bytes.', undefined],
    ['a digit that is none', `2.5Ux04 00G${'0'.repeat(40)}`, "'G' is not a hexadecimal digit.", 10],
    ['a header that ends', '2.5Ux0400', "The text ends inside the header of 42 digits behind 'Ux'.", 9],
    ['too few Dirac deltas', examples[3].text.slice(0, -20), 'The text ends before the last of 2 Dirac deltas.', examples[3].text.length - 20],
    ['too many of them', `Ux04${'0'.repeat(32)}00FFFFFF`, '16777215 Dirac deltas are more than 10000.', 36],
    ['half a byte', `${examples[1].bytes[0]}0`, 'Hexadecimal bytes need two digits each: the last one has only one.', 90],
    ['bytes that end', (examples[1].bytes[1] ?? '').slice(0, -12), 'Ux bytes end before the last of 1 Dirac deltas, at byte 42.', 84],
    ['output whose value is cut off', `y = ${examples[3].text.slice(0, 60)} m`, 'The text ends before the last of 2 Dirac deltas.', 64],
    ['words', 'hello there', "'hellothere' is neither a Ux string, Ux bytes nor a number.", 0],
  ])('%s', (_, text, message, character) => {
    expect(failure(text)).toEqual({ message, character })
  })

  test('the bytes of Base64 are counted, not its characters', () => {
    expect(failure(base64(writeUxBytes(parseUx(examples[6].text), 64).subarray(0, 500)))).toEqual({
      message: 'Ux bytes end before the last of 64 Dirac deltas, at byte 500.',
      character: undefined,
    })
  })
})

describe('whatever is pasted', () => {
  const drawn = (text: string) => plotSvg(decode(text).value, {})
  test('a value is decoded and drawn, however wild its numbers', () => {
    const diracs = fc.array(fc.tuple(fc.double(), fc.double({ min: 0, max: 2, noNaN: true })), { maxLength: 12 })
    fc.assert(
      fc.property(diracs, fc.double(), (pairs, mean) => {
        const mixture = mixtureOf(
          pairs.map(([position]) => position),
          pairs.map(([, mass]) => mass),
        )
        expect(drawn(formatUxTail({ type: 4, mean, mixture }))).toContain('<svg')
      }),
    )
  })
  test('anything else is an error that says why', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'0123456789abcdefUx .+/=XYZ'), maxLength: 300 })
    const text = fc.oneof(
      fc.string(),
      nearly,
      nearly.map((rest) => `1.5Ux04${rest}`),
    )
    fc.assert(
      fc.property(text, (pasted) => {
        try {
          expect(drawn(pasted)).toContain('<svg')
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
          expect((error as DecodeError).message).toMatch(/\.$/)
        }
      }),
    )
  })
})
