// Arguments, the empty environment, exit, random bytes, waiting.
import type { Calls, Context } from './context.ts'
import { ERRNO, WasiError } from './errno.ts'

export function processCalls({ memory, arguments: words, clock, end }: Context): Calls {
  const random = keyedBytes()
  const wordBytes = words.reduce((sum, word) => sum + word.length, 0)
  return {
    /**
     * args_get(pointers: address of u32[argc], buffer: address). Writes each word with its NUL into `buffer` and its address into `pointers`.
     * Errors: fault.
     */
    args_get(pointers: number, buffer: number) {
      let at = buffer
      for (let index = 0; index < words.length; index++) {
        const word = words[index]!
        memory.setU32(pointers + 4 * index, at)
        memory.write(at, word.length, word)
        at += word.length
      }
    },
    /** args_sizes_get(count: address of u32, bytes: address of u32). Errors: fault. */
    args_sizes_get(count: number, bytes: number) {
      memory.setU32(count, words.length)
      memory.setU32(bytes, wordBytes)
    },
    /** environ_get(pointers, buffer). The environment is empty: nothing is written. */
    environ_get() {},
    /** environ_sizes_get(count: address of u32, bytes: address of u32). Both 0. Errors: fault. */
    environ_sizes_get(count: number, bytes: number) {
      memory.setU32(count, 0)
      memory.setU32(bytes, 0)
    },
    /** proc_exit(code: u32). Does not return; the exit code is the low 8 bits, as wait(2) gives them. */
    proc_exit(code: number) {
      end({ kind: 'exit', code: code & 0xff })
    },
    /** sched_yield(). There is one thread. */
    sched_yield() {},
    /**
     * random_get(buffer: address, length: u32). Bytes of a keyed generator, the same in every run: same program, core and inputs give the same bytes.
     * Errors: fault.
     */
    random_get(buffer: number, length: number) {
      random(memory.bytes(buffer, length))
    },
    /**
     * poll_oneoff(in: address of subscriptions, 48 bytes each, out: address of events, 32 bytes each, count: u32, written: address of u32).
     * Descriptors are always ready. With clocks alone it sleeps until the earliest and reports that one.
     * Errors: inval for count 0 or more than 64, fault; in an event: badf and notsup are never reported, since nothing is checked by waiting.
     */
    poll_oneoff(subscriptions: number, events: number, count: number, written: number) {
      if (count < 1 || count > 64) throw new WasiError('invalid')
      const wanted = Array.from({ length: count }, (_, index) => subscription(subscriptions + 48 * index))
      const ready = wanted.filter(({ wait }) => wait === undefined)
      if (ready.length === 0) {
        const first = wanted.reduce((a, b) => (b.wait! < a.wait! ? b : a))
        if (first.wait! > 0n) clock.sleep(first.wait!)
        ready.push(first)
      }
      ready.forEach(({ userdata, tag }, index) => {
        const at = events + 32 * index
        memory.bytes(at, 32).fill(0)
        memory.setU64(at, userdata)
        memory.setU32(at + 8, ERRNO.success | (tag << 16)) // u16 error, u8 kind
        if (tag !== 0) memory.setU64(at + 16, 1n) // bytes that may be read or written
      })
      memory.setU32(written, ready.length)
    },
  }

  /** userdata u64 at 0, kind u8 at 8; of a clock: id u32 at 16, time u64 at 24, flags u16 at 40 (1: absolute). `wait` in ns, absent for descriptors. */
  function subscription(at: number): { userdata: bigint; tag: number; wait?: bigint } {
    const userdata = memory.u64(at)
    const tag = memory.u8(at + 8)
    if (tag > 2) throw new WasiError('invalid')
    if (tag !== 0) return { userdata, tag }
    const time = memory.u64(at + 24)
    if ((memory.u16(at + 40) & 1) === 0) return { userdata, tag, wait: time }
    return { userdata, tag, wait: time - (memory.u32(at + 16) === 0 ? clock.realtime() : clock.monotonic()) }
  }
}

/** SplitMix64 from a fixed key (Steele, Lea & Flood 2014). */
function keyedBytes(): (into: Uint8Array) => void {
  let state = 0x243f6a8885a308d3n // the first 64 bits of π's fraction
  return (into) => {
    for (let at = 0; at < into.length; at += 8) {
      state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
      let z = state
      z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
      z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
      z ^= z >> 31n
      for (let i = at; i < Math.min(at + 8, into.length); i++) into[i] = Number((z >> BigInt(8 * (i - at))) & 0xffn)
    }
  }
}
