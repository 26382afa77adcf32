// Uniform numbers for executions: number i of a source that is the j-th of its execution is coordinate j of point i of a randomised low-discrepancy
// sequence. Sixteen coordinates at a time are Sobol' points with nested uniform scrambling; each further sixteen are the same points in another order
// and under other scrambles, so any number of coordinates is there and every one alone is as even as it can be.
// Keys derive from a fixed constant and the number of the coordinate, never from the program: same core and inputs, same numbers.
// Sources: directions, Joe & Kuo 2008 (new-joe-kuo-6); hashed scrambling, Laine & Karras 2011; shuffling of the points, Burley 2020, "Practical
// Hash-based Owen Scrambling", section 3.

const TOGETHER = 16
const BITS = 32
const KEY = 0x43726564 // "Cred"

/** Degree, polynomial, initial numbers of coordinates 1 to 15. */
const DIRECTIONS: readonly (readonly [degree: number, polynomial: number, initial: readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
]

/** The number in (0, 1) of a coordinate of a point; both counted from 0, points below 2^32. */
export function uniform(point: number, coordinate: number): number {
  const group = Math.floor(coordinate / TOGETHER)
  const number = group === 0 ? point : shuffled(point, group)
  const at = 1024 * (coordinate % TOGETHER)
  const digits =
    tables[at + (number & 255)]! ^
    tables[at + 256 + ((number >>> 8) & 255)]! ^
    tables[at + 512 + ((number >>> 16) & 255)]! ^
    tables[at + 768 + (number >>> 24)]!
  return ((reversed(scrambled(digits, mixed(mixed(KEY) + coordinate))) >>> 0) + 0.5) * 2 ** -BITS
}

let [lastPoint, lastGroup, lastShuffled] = [-1, -1, 0]
/** A bijection of the numbers of points that keeps every aligned block of 2^k together, so that the first 2^k points stay a net. */
function shuffled(point: number, group: number): number {
  if (point !== lastPoint || group !== lastGroup) {
    lastPoint = point
    lastGroup = group
    lastShuffled = reversed(scrambled(reversed(point), mixed(mixed(~KEY) + group)))
  }
  return lastShuffled
}

/** On digits whose first stands in bit 0: every bit depends on itself and on those below, the digits before it. */
function scrambled(digits: number, key: number): number {
  let x = (digits + key) | 0
  x ^= Math.imul(x, 0x6c50b47c)
  x ^= Math.imul(x, 0xb82f1e52 | 0)
  x ^= Math.imul(x, 0xc7afe638 | 0)
  x ^= Math.imul(x, 0x8d22f6e6 | 0)
  return x
}

/** Finaliser of MurmurHash3 (Appleby 2011). */
function mixed(number: number): number {
  let x = number | 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}

function reversed(number: number): number {
  let x = number
  x = ((x & 0x55555555) << 1) | ((x >>> 1) & 0x55555555)
  x = ((x & 0x33333333) << 2) | ((x >>> 2) & 0x33333333)
  x = ((x & 0x0f0f0f0f) << 4) | ((x >>> 4) & 0x0f0f0f0f)
  x = ((x & 0x00ff00ff) << 8) | ((x >>> 8) & 0x00ff00ff)
  return (x << 16) | (x >>> 16)
}

/** Of each coordinate, for each of the four bytes of a point's number: its digits, the first in bit 0. */
const tables = ((): Int32Array => {
  const all = new Int32Array(TOGETHER * 4 * 256)
  for (let coordinate = 0; coordinate < TOGETHER; coordinate++) {
    const columns = columnsOf(coordinate)
    for (let byte = 0; byte < 4; byte++) {
      for (let value = 0; value < 256; value++) {
        let digits = 0
        for (let bit = 0; bit < 8; bit++) if ((value >> bit) & 1) digits ^= columns[8 * byte + bit]!
        all[1024 * coordinate + 256 * byte + value] = digits
      }
    }
  }
  return all
})()

/** What bit b of a point's number contributes. */
function columnsOf(coordinate: number): number[] {
  const initial: number[] = []
  const [degree, polynomial, first] = coordinate === 0 ? [0, 0, []] : DIRECTIONS[coordinate - 1]!
  for (let i = 0; i < BITS; i++) {
    if (coordinate === 0) initial.push(1)
    else if (i < degree) initial.push(first[i]!)
    else {
      let next = initial[i - degree]! ^ (initial[i - degree]! << degree)
      for (let t = 1; t < degree; t++) if ((polynomial >> (degree - 1 - t)) & 1) next ^= initial[i - t]! << t
      initial.push(next)
    }
  }
  return initial.map((number, b) => reversed(number << (BITS - 1 - b)))
}
