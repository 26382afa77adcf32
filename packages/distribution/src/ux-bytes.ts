// Ux bytes: the binary form of a value, little-endian. The current layout is written, both are read.
//   current  particle | F0 00 00 | type 1 | sample count 8 | mean 8 | N 4 | N times: position 8 (or 4), mass 8 (units of 2^-63)
//   older    the same without the marker F0 00 00
// The particle is a double in the Double form and a single in the Float form; the mean is a double in both.
import { clampToUint64, fixedMasses, fromFixed, mixtureOf } from './mixture.ts'
import { UxSyntaxError } from './ux-syntax-error.ts'
import { isWhole, MAX_DIRACS, type UxValue } from './ux-value.ts'

/** Bits of the particle: 64 is the Double form, 32 the Float form. */
export type UxForm = 64 | 32

const MARKER = 0xf0 // no representation type has this value
const HEADER_BYTES = 21 // type, sample count, mean, N

/**
 * @param bytes  either layout; bytes behind the last Dirac delta are ignored. Single positions are read only from bytes of just their length
 *               whose masses sum to 1: anything between was cut short
 * @throws UxSyntaxError  with the byte at which the data ends or goes wrong
 */
export function readUxBytes(bytes: Uint8Array, form: UxForm): UxValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const particleBytes = form / 8
  const header = particleBytes + (bytes[particleBytes] === MARKER ? 3 : 0)
  const diracs = header + HEADER_BYTES
  if (bytes.length < diracs) throw new UxSyntaxError(`Ux bytes end inside the header of ${diracs} bytes`, bytes.length, 'byte')
  const count = view.getUint32(header + 17, true)
  if (count > MAX_DIRACS) throw new UxSyntaxError(`${count} Dirac deltas are more than ${MAX_DIRACS}`, header + 17, 'byte')
  const available = bytes.length - diracs
  const cut = () => new UxSyntaxError(`Ux bytes end before the last of ${count} Dirac deltas`, bytes.length, 'byte')
  const width = available >= count * 16 ? 8 : 4
  if (width === 4 && available !== count * 12) throw cut()
  const positions = new Float64Array(count)
  const fixed = new BigUint64Array(count)
  for (let i = 0, at = diracs; i < count; i++, at += width + 8) {
    positions[i] = width === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true)
    fixed[i] = view.getBigUint64(at + width, true)
  }
  if (width === 4 && !isWhole(fixed)) throw cut()
  return {
    particle: form === 64 ? view.getFloat64(0, true) : view.getFloat32(0, true),
    type: view.getUint8(header),
    sampleCount: Number(view.getBigUint64(header + 1, true)),
    mean: view.getFloat64(header + 9, true),
    mixture: mixtureOf(positions, Array.from(fixed, fromFixed), fixed),
  }
}

/** Current layout; positions are doubles in both forms. 32 + 16·N bytes (Double), 28 + 16·N (Float). */
export function writeUxBytes(value: UxValue, form: UxForm): Uint8Array {
  const particleBytes = form / 8
  const masses = fixedMasses(value.mixture)
  const written = Array.from(value.mixture.positions.keys()).filter((i) => masses[i]! > 0n)
  const bytes = new Uint8Array(particleBytes + 3 + HEADER_BYTES + 16 * written.length)
  const view = new DataView(bytes.buffer)
  if (form === 64) setDouble(view, 0, value.particle)
  else if (Number.isNaN(value.particle)) view.setUint32(0, 0x7fc00000, true)
  else view.setFloat32(0, value.particle, true)
  const header = particleBytes + 3
  view.setUint8(particleBytes, MARKER)
  view.setUint8(header, value.type)
  view.setBigUint64(header + 1, clampToUint64(BigInt(value.sampleCount)), true)
  setDouble(view, header + 9, value.mean)
  view.setUint32(header + 17, written.length, true)
  for (const [slot, i] of written.entries()) {
    const at = header + HEADER_BYTES + 16 * slot
    setDouble(view, at, value.mixture.positions[i]!)
    view.setBigUint64(at + 8, masses[i]!, true)
  }
  return bytes
}

/** Every NaN is written as the quiet one: which NaN a JavaScript number holds is not defined (ECMA-262 §6.1.6.1). */
function setDouble(view: DataView, at: number, x: number): void {
  if (Number.isNaN(x)) view.setBigUint64(at, 0x7ff8000000000000n, true)
  else view.setFloat64(at, x, true)
}
