// What uncertain values cost: the times of operations that bench/README.md tells, and the memory of a value.
import { readFileSync } from 'node:fs'
import { DEFAULT_CORES } from '@credence/contract'
import { grouped, type MdxNode, table } from '../mdx/nodes.ts'
import { humanly } from './units.ts'

const FIGURES = new URL('../../../../bench/README.md', import.meta.url)
/** Sizes of cores as the table of the benchmark has them, in samples. */
const SAMPLES = [1024, 4096, 16_384, 65_536] as const
const BYTES_OF_A_SAMPLE = 8
const SAMPLES_OF_A_DELTA = 64

export function costTable(of: string): MdxNode {
  if (of === 'operations') return table(['Operation', ...SAMPLES.map(grouped)], operationTimes(readFileSync(FIGURES, 'utf8')), [1, 2, 3, 4])
  if (of === 'memory') return memoryTable()
  throw new RangeError(`no cost is called ${of}`)
}

/** Rows of the first table below the heading Operations: the name, and the time for each number of samples. @throws RangeError  the table is not as expected */
export function operationTimes(figures: string): string[][] {
  const section = figures.split('### Operations')[1]?.split('\n#')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  const [head = [], , ...body] = rows.map((row) =>
    row
      .split('|')
      .slice(1, SAMPLES.length + 2)
      .map((cell) => cell.trim()),
  )
  if (head.slice(1).join() !== SAMPLES.join() || body.length === 0)
    throw new RangeError('bench/README.md has no table of operations on 1024 to 65536 samples')
  return body
}

/** Cores with tracking, by their samples. */
function memoryTable(): MdxNode {
  const cores = DEFAULT_CORES.filter(({ Name }) => /^C0-(XS|S|M|L|XL)\+$/.test(Name))
  return table(
    ['Core', 'Samples', 'Memory of a value', 'Values in 1 GB'],
    cores.map(({ Name, Precision }) => {
      const samples = Precision * SAMPLES_OF_A_DELTA
      return [
        Name,
        grouped(samples),
        humanly(samples * BYTES_OF_A_SAMPLE, 'bytes'),
        `some ${grouped(Number((1e9 / (samples * BYTES_OF_A_SAMPLE)).toPrecision(2)))}`,
      ]
    }),
    [1, 2, 3],
  )
}
