// Asks the platform a question that needs its database, over and over, and keeps the longest time without an answer.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../platform.ts'

const EACH_MS = 50
const PATIENCE_MS = 2000

export interface Availability {
  readonly longestSeconds: number
  readonly answers: number
  /** 503, or no connection. */
  readonly refused: number
  /** Any other status. */
  readonly faults: readonly string[]
}

export interface Watch {
  /** Longest time without an answer since the last call, in seconds. */
  lately(): number
  end(): Promise<Availability>
}

export function watchAvailability(platform: Platform): Watch {
  let isOver = false
  let answers = 0
  let refused = 0
  let longest = 0
  let lately = 0
  const faults: string[] = []
  const loop = (async () => {
    for (let last = Date.now(); !isOver; await sleep(EACH_MS)) {
      const status = await ask(platform)
      if (status === 200) {
        answers++
        const down = Date.now() - last
        longest = Math.max(longest, down)
        lately = Math.max(lately, down)
        last = Date.now()
      } else if (status === 503 || status === 0) refused++
      else faults.push(`GET /users/me: ${status}`)
    }
  })()
  return {
    lately() {
      const seconds = lately / 1000
      lately = 0
      return seconds
    },
    async end() {
      isOver = true
      await loop
      return { longestSeconds: longest / 1000, answers, refused, faults }
    },
  }
}

/** 0: no answer. */
async function ask(platform: Platform): Promise<number> {
  try {
    const reply = await fetch(`${platform.origin}/users/me`, { headers: { authorization: platform.key }, signal: AbortSignal.timeout(PATIENCE_MS) })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return 0
  }
}
