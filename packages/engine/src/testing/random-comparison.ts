// Builds a random program for the engine and for brute force, runs both, and says where they differ.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { execute } from '../machine/execute.ts'
import { type BuildTools, build } from '../toolchain/build.ts'
import { sources } from '../toolchain/testing/toolchain.ts'
import type { CoreSpec } from '../types.ts'
import { ROWS, randomSampleProgram } from './random-program.ts'

/** The tree of means that a print cuts a law by has 16 levels: it tells every two of the samples apart. */
const CORE: CoreSpec = { ...RECOMMENDED_SPEC, Precision: 65536, MemorySize: 32 << 20 }

export interface Verdict {
  /** Outputs compared, over all rows. */
  readonly compared: number
  /** Empty when all agree. */
  readonly problem: string
}

/** -O0 and -O2 must print the same bytes, and every output must be the brute-force one, as a multiset over the rows. */
export async function compareWithBruteForce(seed: number, tools: BuildTools, runtime: WebAssembly.Module): Promise<Verdict> {
  const source = randomSampleProgram(seed)
  const run = async (flags: string) => {
    const files = sources({ 'main.c': source, 'config.mk': `SOURCES = main.c\nOPTFLAGS = ${flags}\nCFLAGS = -w\n` })
    const { module, output } = await build({ files, core: CORE }, tools)
    if (module === undefined) throw new Error(`seed ${seed}: ${output}`)
    let text = ''
    const { message } = execute(
      { module, core: CORE, arguments: [], samples: ROWS },
      { runtime },
      {
        output: (_stream, bytes) => {
          text += new TextDecoder().decode(bytes)
        },
      },
    )
    return message === 'exit code 0' ? text : `${message}\n${text}`
  }
  const [fast, slow, brute] = [await run('-O2'), await run('-O0'), await run('-O2 -DBRUTE')]
  if (fast !== slow) return { compared: 0, problem: `-O0 and -O2 print different bytes:\n${slow}${fast}` }
  const rows = brute
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(' '))
  const printed = fast.trimEnd().split('\n')
  if (rows.length !== ROWS || printed.length !== rows[0]!.length)
    return { compared: 0, problem: `${printed.length} outputs of ${rows.length} rows: ${fast.slice(0, 500)}` }
  for (const [index, text] of printed.entries()) {
    const wanted = sorted(rows.map((row) => row[index]!))
    const given = sorted(samplesOf(text))
    const place = wanted.findIndex((bits, at) => bits !== given[at])
    if (place >= 0)
      return {
        compared: 0,
        problem: `output ${index}: sample ${place} is ${given[place]}, brute force gives ${wanted[place]} (${text.slice(0, 60)})`,
      }
  }
  return { compared: printed.length * ROWS, problem: '' }
}

/** The positions of a Ux string as bits, each as often as its mass says. A plain number is the same in every row. */
export function samplesOf(text: string): string[] {
  const at = text.indexOf('Ux04')
  if (at < 0) return Array.from({ length: ROWS }, () => bitsOf(Number(text)))
  const atoms = text.slice(at + 4 + 16 + 16 + 8)
  return Array.from({ length: atoms.length / 32 }, (_, index) => atoms.slice(32 * index, 32 * index + 32)).flatMap((atom) => {
    const times = Math.round((Number(BigInt(`0x${atom.slice(16)}`)) / 2 ** 63) * ROWS)
    return Array.from({ length: times }, () => atom.slice(0, 16))
  })
}
export function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return view.getBigUint64(0).toString(16).toUpperCase().padStart(16, '0')
}
/** By value; −0 and 0 are one, since a merged atom has one of the two signs. */
export function sorted(bits: readonly string[]): string[] {
  const value = (one: string) => {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, BigInt(`0x${one}`))
    return view.getFloat64(0)
  }
  return bits
    .map((one) => (one === '8000000000000000' ? '0000000000000000' : one))
    .sort((a, b) => value(a) - value(b) || (a < b ? -1 : a > b ? 1 : 0))
}
