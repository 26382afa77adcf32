// Backward liveness of chosen locals over structured control flow.
// A block's end knows what is live behind it; a branch takes the set of its target; a loop's header set grows until it is stable.
// A call inside `try` may go on at any handler of the function that encloses it: that makes too much live, never too little.
// Source: Appel 1998, Modern Compiler Implementation, section 10.1, on wasm's blocks instead of a flow graph.

import { OP } from '../binary/opcodes.ts'
import { type Code, SAFEPOINT, type Structure } from './code.ts'

export type LiveSet = Uint32Array
export const isLive = (set: LiveSet, bit: number): boolean => ((set[bit >>> 5]! >>> (bit & 31)) & 1) !== 0

interface Frame {
  readonly opener: number
  readonly behind: LiveSet // live behind the block: what a branch to it finds, unless it is a loop
  handlers?: LiveSet // live where a handler of this block begins
  otherwise?: LiveSet // live where the `else` arm begins
}

/**
 * @param bits   per local its bit, or -1: not of interest
 * @param count  number of bits
 * @param visit  told, for every control instruction, call and safepoint, the set live before it; the set is only lent.
 *               It may be told repeatedly; the last time counts.
 */
export function liveness(code: Code, blocks: Structure, bits: Int32Array, count: number, visit: (pc: number, live: LiveSet) => void): void {
  const words = Math.max(1, (count + 31) >>> 5)
  const headers = new Map<number, LiveSet>()
  while (pass(code, blocks, bits, words, headers, visit)) {
    // A loop's header set grew: once more.
  }
}

function pass(
  code: Code,
  blocks: Structure,
  bits: Int32Array,
  words: number,
  headers: Map<number, LiveSet>,
  visit: (pc: number, live: LiveSet) => void,
): boolean {
  let grew = false
  let protectedBlocks = 0
  const frames: Frame[] = []
  const live = new Uint32Array(words)
  const { op, a, b } = code
  const target = (depth: number): LiveSet => {
    const frame = frames[frames.length - 1 - depth]!
    return frame.opener >= 0 && op[frame.opener] === OP.loop ? (headers.get(frame.opener) ?? frame.behind) : frame.behind
  }
  const unwinds = () => {
    if (protectedBlocks > 0) for (const { handlers } of frames) if (handlers) include(live, handlers)
  }
  for (let pc = code.length - 1; pc >= 0; pc--) {
    switch (op[pc]) {
      case OP.localGet: {
        const bit = bits[a[pc]!]!
        if (bit >= 0) live[bit >>> 5]! |= 1 << (bit & 31)
        continue
      }
      case OP.localSet:
      case OP.localTee: {
        const bit = bits[a[pc]!]!
        if (bit >= 0) live[bit >>> 5]! &= ~(1 << (bit & 31))
        continue
      }
      case OP.end:
      case OP.delegate: {
        visit(pc, live)
        const opener = blocks.end[pc]!
        const frame: Frame = { opener, behind: live.slice() }
        if (op[opener] === OP.tryTable || op[opener] === OP.try) {
          protectedBlocks++
          frame.handlers = new Uint32Array(words)
          if (op[opener] === OP.tryTable) for (const { label } of code.handlers[b[opener]!]!) include(frame.handlers, target(label))
        }
        // A header is stable only after another pass; until then it holds what the passes before found.
        if (op[opener] === OP.loop && !headers.has(opener)) headers.set(opener, new Uint32Array(words))
        frames.push(frame)
        continue
      }
      case OP.else: {
        const frame = frames[frames.length - 1]!
        frame.otherwise = live.slice()
        live.set(frame.behind)
        visit(pc, live)
        continue
      }
      case OP.catch:
      case OP.catchAll: {
        const frame = frames[frames.length - 1]!
        include(frame.handlers!, live)
        live.set(frame.behind)
        visit(pc, live)
        continue
      }
      case OP.if: {
        const frame = frames.pop()!
        include(live, frame.otherwise ?? frame.behind)
        visit(pc, live)
        continue
      }
      case OP.loop: {
        frames.pop()
        visit(pc, live)
        if (include(headers.get(pc)!, live)) grew = true
        continue
      }
      case OP.try:
      case OP.tryTable:
        frames.pop()
        protectedBlocks--
        visit(pc, live)
        continue
      case OP.block:
        frames.pop()
        continue
      case OP.br:
        live.set(target(a[pc]!))
        visit(pc, live)
        continue
      case OP.brIf:
        include(live, target(a[pc]!))
        visit(pc, live)
        continue
      case OP.brTable:
        live.fill(0)
        for (const label of code.labels[a[pc]!]!) include(live, target(label))
        visit(pc, live)
        continue
      case OP.throw:
      case OP.rethrow:
      case OP.throwRef:
      case OP.return:
      case OP.unreachable:
        live.fill(0)
        unwinds()
        visit(pc, live)
        continue
      case OP.call:
      case OP.callIndirect:
      case SAFEPOINT:
        unwinds()
        visit(pc, live)
    }
  }
  return grew
}

/** Adds `more` to `set`; true if that changed it. */
function include(set: LiveSet, more: LiveSet): boolean {
  let changed = false
  for (let word = 0; word < set.length; word++) {
    const union = (set[word]! | more[word]!) >>> 0
    if (union !== set[word]) changed = true
    set[word] = union
  }
  return changed
}
