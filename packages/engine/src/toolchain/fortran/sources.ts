// Which files are Fortran, in which source form, and in which order they are compiled: a module before what uses it.
// Sources: Fortran 2018, 6.3 (source forms) and 14.2 (modules and submodules).

/** Fixed form: statements in columns 7 to 72. The capital ones go through the preprocessor. */
const FIXED = /\.(f|for|f77|F|FOR|F77)$/
const FREE = /\.(f90|f95|f03|f08|f18|F90|F95|F03|F08|F18)$/

export type SourceForm = 'fixed' | 'free'

/** Undefined: the file is not Fortran. */
export function sourceForm(path: string): SourceForm | undefined {
  return FIXED.test(path) ? 'fixed' : FREE.test(path) ? 'free' : undefined
}
export function isFortran(path: string): boolean {
  return sourceForm(path) !== undefined
}

/** What a source makes for others, and what it needs of them; names in small letters, a submodule as `ancestor:name`. */
export interface Units {
  readonly defines: readonly string[]
  readonly uses: readonly string[]
}

const NAME = String.raw`[a-z]\w*`
const MODULE = new RegExp(String.raw`^module\s+(?!procedure\b|subroutine\b|function\b)(${NAME})$`)
const SUBMODULE = new RegExp(String.raw`^submodule\s*\(\s*(${NAME})\s*(?::\s*(${NAME})\s*)?\)\s*(${NAME})$`)
const USE = new RegExp(String.raw`^use(?:\s*,\s*non_intrinsic\s*::|\s*::|\s)\s*(${NAME})\s*(?:,.*)?$`)

export function unitsOf(text: string, form: SourceForm): Units {
  const defines: string[] = []
  const uses: string[] = []
  for (const statement of statements(text, form)) {
    const defined = MODULE.exec(statement)
    const part = SUBMODULE.exec(statement)
    const used = USE.exec(statement)
    if (defined) defines.push(defined[1] as string)
    if (part) {
      const [, ancestor, parent, name] = part
      defines.push(`${ancestor}:${name}`)
      uses.push(parent === undefined ? (ancestor as string) : `${ancestor}:${parent}`)
    }
    if (used) uses.push(used[1] as string)
  }
  return { defines, uses }
}

/** In small letters, without comments; only what fits on one line, as these statements do. */
function* statements(text: string, form: SourceForm): Generator<string> {
  for (const line of text.split(/\r?\n/)) {
    if (form === 'fixed' && /^[cCdD*!]/.test(line)) continue
    const body = form === 'fixed' ? line.slice(0, 72) : line
    for (const statement of withoutComment(body).split(';')) {
      const trimmed = statement.trim().toLowerCase()
      if (/^(module|submodule|use)\b/.test(trimmed)) yield trimmed
    }
  }
}
function withoutComment(line: string): string {
  const mark = line.indexOf('!')
  return mark < 0 ? line : line.slice(0, mark)
}

/**
 * The sources so that each comes behind those that define what it uses; otherwise in the order given.
 * @returns the order, or the sources that wait for each other
 */
export function inOrderOfUse(sources: ReadonlyMap<string, Units>): { readonly order: readonly string[] } | { readonly circle: readonly string[] } {
  const definer = new Map([...sources].flatMap(([path, { defines }]) => defines.map((name) => [name, path] as const)))
  const order: string[] = []
  const done = new Set<string>()
  const open: string[] = []
  const visit = (path: string): readonly string[] | undefined => {
    if (done.has(path)) return undefined
    const at = open.indexOf(path)
    if (at >= 0) return open.slice(at)
    open.push(path)
    for (const name of sources.get(path)?.uses ?? []) {
      const needed = definer.get(name)
      const circle = needed === undefined || needed === path ? undefined : visit(needed)
      if (circle) return circle
    }
    open.pop()
    done.add(path)
    order.push(path)
    return undefined
  }
  for (const path of sources.keys()) {
    const circle = visit(path)
    if (circle) return { circle }
  }
  return { order }
}
