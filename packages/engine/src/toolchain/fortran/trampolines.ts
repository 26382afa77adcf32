// Contained procedures that are passed as arguments and see the variables around them. Other machines write code onto the stack that adds the address
// of these variables to a call; WebAssembly has no such code. Instead each such procedure has a few functions of its own, made in the IR, that take the
// address from a table: `runtime/trampolines.c` gives one of them to each invocation of the procedure around it, as long as that runs.

/** Invocations of one procedure at a time whose contained procedure is passed on. */
const MOST_INVOCATIONS = 24

const INIT = /call void @llvm\.init\.trampoline\(ptr ((?:[\w()]+ )*)(\S+), ptr (?:[\w()]+ )*(@"?[\w$.]+"?), ptr (?:[\w()]+ )*(\S+)\)/g

export function withTrampolines(ir: string): string {
  if (!ir.includes('@llvm.init.trampoline')) return withoutNest(ir)
  const passed = new Set(Array.from(ir.matchAll(INIT), ([, , , procedure]) => procedure!))
  const tables = [...passed].map((procedure) => tableOf(procedure, ir))
  const replaced = ir
    .replace(
      INIT,
      (_all, _attributes, place, procedure, link) =>
        `call void @fortran_trampoline(ptr ${place}, ptr ${tableName(procedure)}, i32 ${MOST_INVOCATIONS}, ptr ${link})`,
    )
    .replace(/call ptr @llvm\.adjust\.trampoline\(ptr (?:[\w()]+ )*(\S+)\)/g, 'load ptr, ptr $1')
    .replace(/^declare .*@llvm\.(?:init|adjust)\.trampoline\(.*$/gm, '')
  return `${withoutNest(replaced)}\n${tables.join('\n')}\ndeclare void @fortran_trampoline(ptr, ptr, i32, ptr)\n`
}

/** The address that is added is an argument like the others. */
const withoutNest = (ir: string): string => (/\bptr nest\b/.test(ir) ? ir.replace(/\bptr nest\b/g, 'ptr') : ir)

const named = (procedure: string, ending: string): string =>
  procedure.endsWith('"') ? `${procedure.slice(0, -1)}${ending}"` : `${procedure}${ending}`
const tableName = (procedure: string): string => named(procedure, '.invocations')

/** `{ functions, { place, link } of each }`, and the functions. */
function tableOf(procedure: string, ir: string): string {
  const start = ir.indexOf(`${procedure}(`, ir.search(new RegExp(`^define [^@\\n]*${procedure.replace(/[$.]/g, '\\$&')}\\(`, 'm')))
  const head = ir.slice(ir.lastIndexOf('\n', start) + 1, start)
  const parameters = parametersFrom(ir, start + procedure.length + 1)
  const result = head
    .replace(/^define /, '')
    .replace(/\b(?:internal|private|linkonce_odr|linkonce|weak_odr|weak|dso_local|hidden|local_unnamed_addr|unnamed_addr)\b ?/g, '')
  const type = /(void|ptr|i\d+|float|double|\{[^}]*\}|<[^>]*>|\[[^\]]*\]|%"?[\w.$]+"?)\s*$/.exec(result)?.[1] ?? 'void'
  const own = parameters.map((parameter, index) => ({
    isLink: /\bptr nest\b/.test(parameter),
    type: parameter.replace(/ %\S+$/, ''),
    name: `%a${index}`,
  }))
  const table = tableName(procedure)
  const layout = `{ [${MOST_INVOCATIONS} x ptr], [${MOST_INVOCATIONS} x { ptr, ptr }] }`
  const functions = Array.from({ length: MOST_INVOCATIONS }, (_, slot) => named(procedure, `.invocation.${slot}`))
  const bodies = functions.map((name, slot) => {
    const taken = own.filter(({ isLink }) => !isLink).map((one) => `${one.type} ${one.name}`)
    const given = own.map((one) => (one.isLink ? 'ptr %link' : `${one.type} ${one.name}`))
    const call = `call ${result}${procedure}(${given.join(', ')})`
    return [
      `define internal ${result}${name}(${taken.join(', ')}) {`,
      `  %link = load ptr, ptr getelementptr (${layout}, ptr ${table}, i32 0, i32 1, i32 ${slot}, i32 1)`,
      ...(type === 'void' ? [`  ${call}`, '  ret void'] : [`  %result = ${call}`, `  ret ${type} %result`]),
      '}',
    ].join('\n')
  })
  const listed = functions.map((name) => `ptr ${name}`).join(', ')
  return [
    `${table} = internal global ${layout} { [${MOST_INVOCATIONS} x ptr] [${listed}], [${MOST_INVOCATIONS} x { ptr, ptr }] zeroinitializer }`,
    ...bodies,
  ].join('\n')
}

/** Up to the closing parenthesis, cut at the commas that no other brackets hold. */
function parametersFrom(ir: string, from: number): string[] {
  const found: string[] = []
  let depth = 0
  let begin = from
  for (let at = from; at < ir.length; at++) {
    const letter = ir[at]!
    if (depth === 0 && (letter === ',' || letter === ')')) {
      if (at > begin) found.push(ir.slice(begin, at).trim())
      if (letter === ')') break
      begin = at + 1
    } else if ('([{<'.includes(letter)) depth++
    else if (')]}>'.includes(letter)) depth--
  }
  return found
}
