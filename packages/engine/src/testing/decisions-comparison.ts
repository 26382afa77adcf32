// Builds random programs that decide on uncertain values, runs each along all of its paths and once for each row of its sources, and says where the two differ.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { execute } from '../machine/execute.ts'
import { type BuildTools, build } from '../toolchain/build.ts'
import { sources } from '../toolchain/testing/toolchain.ts'
import type { CoreSpec, RunResult } from '../types.ts'
import { bitsOf, samplesOf, sorted, type Verdict } from './random-comparison.ts'
import { randomDecisionPrograms } from './random-decisions.ts'
import { ROWS } from './random-program.ts'

const CORE: CoreSpec = { ...RECOMMENDED_SPEC, Precision: 65536, MemorySize: 32 << 20 }
/** On Reference there are as many executions as rows, and each draws another one. */
const CORES = { Athens: CORE, Reference: { ...CORE, Microarchitecture: 'Reference', CorrelationTracking: 'Disable' } } as const
/** Of what is printed: its format, and how often that was printed before. */
type Key = string

export interface DecisionVerdict extends Verdict {
  readonly seed: number
}

/**
 * For each seed: -O2, where samples may go one by one, and -O0, where on Athens they may not, must print the same bytes, and every print must hold what brute
 * force prints there, as a multiset over the rows.
 */
export async function compareDecisions(
  seeds: readonly number[],
  tools: BuildTools,
  runtime: WebAssembly.Module,
  on: keyof typeof CORES = 'Athens',
): Promise<DecisionVerdict[]> {
  const core: CoreSpec = CORES[on]
  const source = randomDecisionPrograms(seeds)
  const compiled = async (flags: string) => {
    const files = sources({ 'main.c': source, 'config.mk': `SOURCES = main.c\nOPTFLAGS = ${flags}\nCFLAGS = -w\n` })
    const { module, output } = await build({ files, core }, tools)
    if (module === undefined) throw new Error(`seeds ${seeds}: ${output}`)
    return module
  }
  const [fast, slow] = [await compiled('-O2'), await compiled(on === 'Athens' ? '-O0 -DLAWS' : '-O0')]
  const run = (module: Uint8Array, ...words: string[]): Ran => {
    let text = ''
    const output = (_: unknown, bytes: Uint8Array) => {
      text += new TextDecoder().decode(bytes)
    }
    return { ...execute({ module, core, arguments: words, samples: ROWS }, { runtime }, { output }), text }
  }
  return seeds.map((seed, index) => {
    try {
      const number = String(index)
      const brute = run(fast, number, 'rows')
      if (run(slow, number, 'rows').text !== brute.text) return { seed, compared: 0, problem: 'brute force differs between -O0 and -O2' }
      return { seed, ...compare(run(fast, number), run(slow, number), brute) }
    } catch (error) {
      return { seed, compared: 0, problem: String(error) }
    }
  })
}

type Ran = RunResult & { readonly text: string }
function compare(fast: Ran, slow: Ran, brute: Ran): Verdict {
  const wrong = (problem: string): Verdict => ({ compared: 0, problem })
  for (const { message, notices } of [fast, slow, brute]) {
    if (message !== 'exit code 0') return wrong(message)
    const other = notices?.places.find(({ text }) => !text.includes('prints none'))
    if (other) return wrong(other.text)
  }
  const rows = brute.text.trimEnd().split('\n').map(byKey)
  if (rows.length !== ROWS) return wrong(`${rows.length} rows`)
  let compared = 0
  const shown = new Set<Key>()
  const times = new Map<string, number>()
  for (const line of fast.text.split('\n').filter((text) => text !== '')) {
    const [format, text] = [line.slice(0, 1), line.slice(2)]
    const key = keyOf(format, times)
    shown.add(key)
    const wanted = sorted(rows.flatMap((row) => row.get(key) ?? []))
    const given = sorted(text.includes('Ux') ? samplesOf(text) : wanted.map(() => bitsOf(Number(text))))
    const place = wanted.findIndex((bits, at) => bits !== given[at])
    if (place >= 0 || wanted.length !== given.length)
      return wrong(
        `${key}: sample ${place} of ${wanted.length} is ${given[place]} of ${given.length}, brute force gives ${wanted[place]} (${text.slice(0, 60)})`,
      )
    compared += wanted.length
  }
  const elsewhere = rows.filter((row) => [...row.keys()].some((key) => !shown.has(key))).length
  const told = Math.round((fast.notices?.places[0]?.share ?? 0) * ROWS)
  if (settled(fast.text) !== settled(slow.text)) return wrong('-O0 and -O2 print different bytes')
  return told === elsewhere ? { compared, problem: '' } : wrong(`${elsewhere} rows print what the particle does not, and ${told} are told of`)
}

/** Without what is left to chance: sums of the same samples in another order differ in their last bit, and an atom of both zeros has one of the signs. */
function settled(text: string): string {
  return text.replaceAll(/(Ux04[0-9A-F]{16})[0-9A-F]{16}([0-9A-F]{8})([0-9A-F]*)/g, (_, begin: string, count: string, atoms: string) =>
    [begin, count, ...(atoms.match(/.{32}/g) ?? []).map((atom) => atom.replace(/^8000000000000000/, '0000000000000000'))].join(' '),
  )
}

/** @param row  words FORMAT:BITS, in the order in which they were printed */
function byKey(row: string): Map<Key, string> {
  const times = new Map<string, number>()
  const words = row
    .trim()
    .split(' ')
    .filter((word) => word !== '')
  return new Map(words.map((word) => [keyOf(word.slice(0, 1), times), word.slice(2)]))
}
function keyOf(format: string, times: Map<string, number>): Key {
  const time = (times.get(format) ?? 0) + 1
  times.set(format, time)
  return `${format} ${time}`
}
