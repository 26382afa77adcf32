// Reads with short pauses, five at a time, from processes of the API in turn, and prints how long each answer took, in milliseconds. A process of its own: what the
// suite does beside it is none of the figures.   reader.ts KEY PATH SECONDS ORIGIN…
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EACH_MS = 20
const AT_ONCE = 5
const [key = '', path = '', seconds = '', ...origins] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const took: number[] = []
const faults: number[] = []
const read = (origin: string) =>
  new Promise<number>((resolve, reject) => {
    request(origin + path, { agent, headers: { authorization: key } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
const end = Date.now() + Number(seconds) * 1000
let turn = 0
const loop = async (): Promise<void> => {
  while (Date.now() < end) {
    const began = performance.now()
    const status = await read(origins[turn++ % origins.length]!)
    took.push(performance.now() - began)
    if (status !== 200) faults.push(status)
    await sleep(EACH_MS)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, loop))
agent.destroy()
console.log(JSON.stringify({ took, faults }))
