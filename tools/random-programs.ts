// `npm run random-programs [-- COUNT [FIRST]]`: random programs against brute force, sample by sample; 1000 from seed 1 unless told otherwise.
// `npm run random-programs -- --decisions [COUNT [FIRST]]`: such as decide on uncertain values, all paths of each; 10000 from seed 1.
// `npm run random-programs -- --decisions --reference [COUNT [FIRST]]`: the same as executions of a Reference core.
import { compareDecisions } from '../packages/engine/src/testing/decisions-comparison.ts'
import { compareWithBruteForce, type Verdict } from '../packages/engine/src/testing/random-comparison.ts'
import { prepare } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { ObjectCache } from '../packages/engine/src/toolchain/object-cache.ts'
import { TEST_CACHE } from '../packages/engine/src/toolchain/testing/toolchain.ts'

const FLAGS = ['--decisions', '--reference']
const stray = process.argv.slice(2).find((word) => !FLAGS.includes(word) && !/^\d+$/.test(word))
if (stray !== undefined) {
  console.error(`npm run random-programs [-- [${FLAGS.join('] [')}] [COUNT [FIRST]]], not '${stray}'`)
  process.exit(2)
}
const decide = process.argv.includes('--decisions')
const on = process.argv.includes('--reference') ? 'Reference' : 'Athens'
const [count = decide ? 10_000 : 1000, first = 1] = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('--'))
  .map(Number)
/** Programs that decide are built so many at a time. */
const TOGETHER = 25
const { runtime, parts } = await prepare({ cacheDir: TEST_CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)
let compared = 0
let failed = 0
const note = (seed: number, verdict: Verdict) => {
  compared += verdict.compared
  if (verdict.problem === '') return
  failed++
  console.log(`seed ${seed}: ${verdict.problem}`)
}
for (let seed = first; seed < first + count; ) {
  const tools = { parts, objects: new ObjectCache(0) }
  if (decide) {
    const seeds = Array.from({ length: Math.min(TOGETHER, first + count - seed) }, (_, index) => seed + index)
    for (const verdict of await compareDecisions(seeds, tools, compiled, on)) note(verdict.seed, verdict)
    seed += seeds.length
  } else note(seed, await compareWithBruteForce(seed++, tools, compiled))
}
console.log(`${count} programs, ${count - failed} agree with brute force in all ${compared} samples, ${failed} do not`)
process.exitCode = failed > 0 ? 1 : 0
