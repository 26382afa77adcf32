// A listing of one function for golden files: an instruction per line, indented by nesting.

import { readModule } from '../../binary/module.ts'
import { namesOf } from '../../binary/names.ts'
import { OP, OPCODES, opensBlock, TYPE_NAMES } from '../../binary/opcodes.ts'
import { decode } from '../code.ts'

export function listing(bytes: Uint8Array, name: string): string {
  const module = readModule(bytes)
  const [functions, globals] = [namesOf(module.customs, 'functions'), namesOf(module.customs, 'globals')]
  const index = [...functions].find(([, one]) => one === name)?.[0]
  if (index === undefined) throw new RangeError(`no function ${name}`)
  const place = index - module.imports.filter(({ kind }) => kind === 'function').length
  const type = module.types[module.functions[place]!]!
  const code = decode(module, module.bodies[place]!, type)
  const lines = [`${name}: ${code.locals.map((one) => TYPE_NAMES[one]).join(' ')}`]
  let depth = 1
  for (let pc = 0; pc < code.length; pc++) {
    const op = code.op[pc]!
    const { name: text, immediate } = OPCODES[op]!
    if (op === OP.end || op === OP.else) depth--
    const [a, b] = [code.a[pc]!, code.b[pc]!]
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const shown: Partial<Record<typeof immediate, string>> = {
      function: ` ${functions.get(a)}`,
      global: ` ${globals.get(a)}`,
      local: ` ${a}`,
      label: ` ${a}`,
      i32: ` ${a}`,
      memory: ` +${b}`,
      f64: immediate === 'f64' ? ` ${view.getFloat64(a, true)}` : '',
      f32: immediate === 'f32' ? ` ${view.getFloat32(a, true)}` : '',
    }
    lines.push(`${'  '.repeat(depth)}${text}${shown[immediate] ?? ''}`)
    if (opensBlock(op) || op === OP.else) depth++
  }
  return `${lines.join('\n')}\n`
}
