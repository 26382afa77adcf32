// Derived types with procedure pointers in IR of flang. Its tables of derived types give such a pointer the 8 bytes that it has on flang's own machine, its IR
// the 4 of the machine it was told. So offsets and sizes in the tables, by which the runtime copies and frees, are taken from the types of the IR instead.

/** A global of one line: `@_QMm` `EX` `c` `X` `t`; of the type `%_QMmTt`. `c`: components, `p`: procedure pointers, `dt`: the type. */
const TABLE = /^@("?)(\S*?)EX(c|p|dt)X([\w$.]+)"? = .*$/gm
const TYPE = /^%("?)([\w$.]+)"? = type \{ (.*) \}$/gm
/** A descriptor of a name, as it stands in front of what is described. */
const NAME = String.raw`\{ ptr @"?[\w$.]+"?, i64 \d+, i32 \d+, i8 0, i8 40, i8 1, i8 0 \}, `
const COMPONENT = new RegExp(String.raw`(${NAME}(?:i8 -?\d+, ){4}\[4 x i8\] \w+, i64 )(\d+)`, 'g')
const PROCEDURE = new RegExp(`(${NAME}i64 )(\\d+)`, 'g')
const SIZE = new RegExp(`(${NAME}i64 )(\\d+)`)

/** Lines that define types, by their names. */
export const typeLines = (ir: string): Map<string, string> => new Map(Array.from(ir.matchAll(TYPE), ([line, , name = '']) => [name, line]))

/**
 * @param types  lines of the whole program: a source that defines a type and does nothing with it has its table only
 * @returns a name of a type whose table is of another form, as `refused`
 */
export function withProcedureComponents(ir: string, types: ReadonlyMap<string, string>): { readonly ir: string } | { readonly refused: string } {
  const tables = new Map<string, Map<string, string>>()
  for (const [line, , scope, what = '', name] of ir.matchAll(TABLE)) {
    const type = `${scope}T${name}`
    tables.set(type, (tables.get(type) ?? new Map<string, string>()).set(what, line))
  }
  if (![...tables.values()].some((lines) => lines.has('p'))) return { ir }
  const own = typeLines(ir)
  const fields = new Map([...types, ...own].map(([name, line]) => [name, fieldsOf(line.slice(line.indexOf('{') + 1, -1))]))
  const missing = new Map<string, string>()
  const made = new Map<string, string>()
  for (const [type, lines] of tables) {
    const offsets = [
      ...Array.from((lines.get('c') ?? '').matchAll(COMPONENT), (match) => Number(match[2])),
      ...Array.from((lines.get('p') ?? '').matchAll(PROCEDURE), (match) => Number(match[2])),
    ].sort((a, b) => a - b)
    const isClear = new Set(offsets).size === offsets.length && offsets.length === fields.get(type) && lines.has('dt')
    if (!isClear && holdsPointers(type, tables)) return { refused: type.slice(type.lastIndexOf('T') + 1) }
    if (!isClear) continue
    addMissing(missing, type, own, types)
    const placed = (_all: string, before: string, offset: string) => `${before}${at(type, `i32 0, i32 ${offsets.indexOf(Number(offset))}`)}`
    for (const [what, line] of lines)
      made.set(
        line,
        what === 'dt'
          ? line.replace(SIZE, (_all, before: string) => `${before}${at(type, 'i32 1')}`)
          : line.replace(what === 'c' ? COMPONENT : PROCEDURE, placed),
      )
  }
  const defined = [...missing.values()].map((line) => `${line}\n`).join('')
  return { ir: ir.replace(TABLE, (line) => made.get(line) ?? line).replace(/^(?=[%@])/m, () => defined) }
}

/** Whether a table gives places that count such pointers: of its own, or of a type that it is made of. Optimised IR may hold a table and no more of its type. */
function holdsPointers(type: string, tables: ReadonlyMap<string, ReadonlyMap<string, string>>, above: readonly string[] = []): boolean {
  const lines = tables.get(type)
  if (!lines || above.includes(type)) return false
  const parts = Array.from((lines.get('c') ?? '').matchAll(/@"?([^\s"]*?)EXdtX([\w$.]+)/g), ([, scope, name]) => `${scope}T${name}`)
  return lines.has('p') || parts.some((part) => holdsPointers(part, tables, [...above, type]))
}

/** A type that this source does not define, with those that it is made of. */
function addMissing(missing: Map<string, string>, name: string, own: ReadonlyMap<string, string>, types: ReadonlyMap<string, string>): void {
  const line = types.get(name)
  if (line === undefined || own.has(name) || missing.has(name)) return
  missing.set(name, line)
  for (const [, , inner = ''] of line.slice(line.indexOf('=')).matchAll(/%("?)([\w$.]+)/g)) addMissing(missing, inner, own, types)
}

const at = (type: string, place: string): string => `ptrtoint (ptr getelementptr (%${type}, ptr null, ${place}) to i64)`

/** How many members a structure has. */
function fieldsOf(text: string): number {
  let [depth, count] = [0, 1]
  for (const c of text) {
    if (/[{[<(]/.test(c)) depth++
    else if (/[}\]>)]/.test(c)) depth--
    else if (c === ',' && depth === 0) count++
  }
  return count
}
