// What `bit-uses.ts` asks of the whole module.
import { LOWEST } from '../abi.ts'
import type { Module } from '../binary/module.ts'
import { namesOf } from '../binary/names.ts'
import { OP, OPCODES } from '../binary/opcodes.ts'
import type { Code } from './code.ts'

/** Of C's printf and its like, and of streams of C++ that are given an integer. */
const PRINTS = /^(f|s|sn|d|as)?printf$|^std::.*\bbasic_ostream<\w+, [^()]*>::operator<<\((unsigned )?(short|int|long|long long)\)$/

/** Functions that print integers which they are given. */
export function printers({ customs }: Module): ReadonlySet<number> {
  return new Set([...namesOf(customs, 'functions')].flatMap(([index, name]) => (PRINTS.test(name) ? [index] : [])))
}

/** So many instructions before a store code that is not optimised says its address. */
const REACH = 24

/** Addresses at which the user's functions have floats, as far as they say them; undefined: they have none in memory. */
export function floatsOf(codes: readonly Code[]): ReadonlySet<number> | undefined {
  const found = new Set<number>()
  let has = false
  for (const code of codes) {
    if (!code.isOwn) continue
    for (let pc = 0; pc < code.length; pc++) {
      if (!FLOATS[code.op[pc]!]) continue
      has = true
      found.add(code.b[pc]!)
      for (let before = Math.max(0, pc - REACH); before < pc; before++) {
        if (code.op[before] === OP.i32Const && code.a[before]! >= LOWEST) found.add(code.a[before]! + code.b[pc]!)
      }
    }
  }
  return has ? found : undefined
}
const FLOATS = OPCODES.map((entry) => /^f32\.(load|store)$/.test(entry?.name ?? ''))
