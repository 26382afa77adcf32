// `npm run random-programs [-- COUNT [FIRST]]`: random programs against brute force, sample by sample; 1000 from seed 1 unless told otherwise.
import { compareWithBruteForce } from '../packages/engine/src/testing/random-comparison.ts'
import { prepare } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { ObjectCache } from '../packages/engine/src/toolchain/object-cache.ts'
import { TEST_CACHE } from '../packages/engine/src/toolchain/testing/toolchain.ts'

const count = Number(process.argv[2] ?? 1000)
const first = Number(process.argv[3] ?? 1)
const { runtime, parts } = await prepare({ cacheDir: TEST_CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)
let compared = 0
let failed = 0
for (let seed = first; seed < first + count; seed++) {
  const verdict = await compareWithBruteForce(seed, { parts, objects: new ObjectCache(0) }, compiled)
  compared += verdict.compared
  if (verdict.problem === '') continue
  failed++
  console.log(`seed ${seed}: ${verdict.problem}`)
}
console.log(`${count} programs, ${count - failed} agree with brute force in all ${compared} samples, ${failed} do not`)
process.exitCode = failed > 0 ? 1 : 0
