// Loops over 64-bit integers in flang's own IR (HLFIR). flang counts every loop in MLIR's `index`, which has the width of an address: 32 bits here. A loop
// variable of kind 8 would lose its upper half without a word. Such loops count their iterations instead, and compute the variable in 64 bits.

interface Definition {
  /** A conversion to `index`, of 64 bits. */
  readonly from?: string
  readonly constant?: string
  readonly operation?: readonly [name: string, left: string, right: string]
  /** The count after the last iteration of a loop that was rewritten: the value is `first + count * step`. */
  readonly loop?: readonly [first: string, step: string]
}

const CONVERSION = /^\s*(%\S+) = fir\.convert (%\S+) : \((\S+)\) -> (\S+)/
const CONSTANT = /^\s*(%\S+) = arith\.constant (-?\d+) : index/
const OPERATION = /^\s*(%\S+) = arith\.(addi|subi|muli) (%\S+), (%\S+?)(?: overflow<\w+>)? : index/
const DIVISION = /^(\s*)(%\S+) = arith\.divsi (%\S+), (%\S+?) : index/
const CONCURRENT = /^(\s*)fir\.do_concurrent\.loop \(([^()]+)\) = \(([^()]+)\) to \(([^()]+)\) step \(([^()]+)\)(.*\{)$/
const LOOP = /^(\s*)(?:(%[\w$.-]+)(?::\d+)? = )?(fir\.do_loop|fir\.iterate_while \() ?(%\S+) = (%\S+) to (%\S+) step ([^\s)]+)(.*\{)$/
/** Iterations that 32 bits can count. */
const MOST = 2147483647
const TOO_LONG = '_FortranALoopTooLong'

/** Whether a program has integers of 64 bits; if not, its loops are right as they are. */
export function mayHaveWideIntegers(sources: Iterable<string>, options: readonly string[]): boolean {
  if (options.includes('-fdefault-integer-8')) return true
  for (const text of sources) if (/\binteger\s*[*(]/i.test(text)) return true
  return false
}

/** FORALL has no loops in HLFIR; where its variables may be that wide, the loops are to be found in the FIR that is made of it. */
export function hasWideForall(ir: string): boolean {
  return /^\s*hlfir\.forall\b/m.test(ir) && /^\s*\}\s*\(%[\w$.-]+: i64\) \{$/m.test(ir)
}

/** @param ir  HLFIR or FIR */
export function withWideLoops(ir: string): string {
  const rewriter = new Rewriter()
  for (const line of ir.split('\n')) rewriter.take(line)
  return rewriter.text()
}

class Rewriter {
  readonly #lines: string[] = []
  readonly #defined = new Map<string, Definition>()
  /** Loops that are open: their lines end where a brace stands as far in as they do. */
  readonly #open: { readonly indent: string; readonly variable: string; readonly instead: string }[] = []
  #made = 0
  /** Where the construct that holds loops of DO CONCURRENT begins: nothing but variables may stand within it, before them. */
  #concurrentAt = 0
  #location = ''
  #hasLoops = false

  text(): string {
    if (!this.#hasLoops || this.#lines.some((line) => line.includes(`func.func private @${TOO_LONG}(`))) return this.#lines.join('\n')
    const at = this.#lines.findIndex((line) => /^module\b.*\{$/.test(line))
    return [...this.#lines.slice(0, at + 1), `  func.func private @${TOO_LONG}()`, ...this.#lines.slice(at + 1)].join('\n')
  }
  take(original: string): void {
    const line = this.#renamed(original)
    const [, again] = /^\s*(%[\w$.-]+)(?::\d+)? = /.exec(line) ?? []
    if (again !== undefined) for (const name of [again, `${again}#0`]) this.#defined.delete(name) // regions beside each other share names
    this.#location = / loc\(#loc\d*\)$/.exec(line)?.[0] ?? this.#location
    const loop = LOOP.exec(line)
    if (loop) {
      this.#loop(line, loop)
      return
    }
    if (/^\s*fir\.do_concurrent \{/.test(line)) this.#concurrentAt = this.#lines.length
    const concurrent = CONCURRENT.exec(line)
    if (concurrent) {
      this.#concurrent(concurrent)
      return
    }
    const division = DIVISION.exec(line)
    if (division) {
      const [, indent = '', name = '', left = '', right = ''] = division
      if (this.#isWide(left) || this.#isWide(right)) {
        const wide = this.#op('arith.divsi', this.#wide(left), this.#wide(right))
        this.#lines.push(`${indent}${name} = fir.convert ${wide} : (i64) -> index${this.#location}`)
        this.#defined.set(name, { from: wide })
        return
      }
    }
    const conversion = CONVERSION.exec(line)
    if (conversion) {
      const [, name = '', operand = '', from, to = ''] = conversion
      if (to === 'index') this.#defined.set(name, from === 'i64' ? { from: operand } : {})
      else if (from === 'index' && this.#isWide(operand)) {
        this.#lines.push(line.replace(`${operand} : (index)`, `${this.#wide(operand)} : (i64)`))
        return
      }
    }
    const constant = CONSTANT.exec(line)
    if (constant) this.#defined.set(constant[1] ?? '', { constant: constant[2] ?? '' })
    const operation = OPERATION.exec(line)
    if (operation) this.#defined.set(operation[1] ?? '', { operation: [operation[2] ?? '', operation[3] ?? '', operation[4] ?? ''] })
    this.#lines.push(line)
  }

  /** With the variables of the loops around it. */
  #renamed(line: string): string {
    const innermost = this.#open.at(-1)
    if (innermost && line.startsWith(`${innermost.indent}}`)) while (this.#open.at(-1)?.indent === innermost.indent) this.#open.pop()
    if (/^\s*fir\.result /.test(line)) return line // the count goes on
    return this.#open.reduce(
      (text, { variable, instead }) => text.replaceAll(new RegExp(`${escaped(variable)}(?![\\w$.#-])`, 'g'), () => instead),
      line,
    )
  }

  #loop(line: string, [, indent = '', result, kind = '', variable = '', first = '', last = '', step = '', rest = '']: RegExpExecArray): void {
    if (![first, last, step].some((name) => this.#isWide(name))) {
      this.#lines.push(line)
      return
    }
    const space = kind.endsWith('(') ? '' : ' '
    const [zero, one] = [this.#put('arith.constant 0 : index'), this.#put('arith.constant 1 : index')]
    const bounds = this.#bounds(indent, first, last, step)
    this.#lines.push(
      `${indent}${result === undefined ? '' : line.slice(indent.length, line.indexOf(kind))}${kind}${space}${variable} = ${zero} to ${bounds.end} step ${one}${rest}`,
    )
    this.#variable(indent, variable, bounds)
    const [l, s] = [bounds.first, bounds.step]
    if (result === undefined) return
    this.#defined.set(result, { loop: [l, s] })
    this.#defined.set(`${result}#0`, { loop: [l, s] })
  }

  #concurrent([, indent = '', variables = '', firsts = '', lasts = '', steps = '', rest = '']: RegExpExecArray): void {
    const split = (names: string): string[] => names.split(',').map((name) => name.trim())
    const [variable, first, last, step] = [split(variables), split(firsts), split(lasts), split(steps)]
    const within = this.#lines.splice(this.#concurrentAt)
    const rewritten = variable.map((name, index) => {
      const bounds = [first[index]!, last[index]!, step[index]!] as const
      if (!bounds.some((bound) => this.#isWide(bound))) return undefined
      const [zero, one] = [this.#put('arith.constant 0 : index'), this.#put('arith.constant 1 : index')]
      const made = this.#bounds(indent, ...bounds)
      first[index] = zero
      last[index] = made.end
      step[index] = one
      return { name, made }
    })
    this.#lines.push(...within)
    const lists = [variable, first, last, step].map((names) => names.join(', '))
    this.#lines.push(`${indent}fir.do_concurrent.loop (${lists[0]}) = (${lists[1]}) to (${lists[2]}) step (${lists[3]})${rest}`)
    for (const loop of rewritten) if (loop) this.#variable(indent, loop.name, loop.made)
  }

  /** How a loop counts from 0 instead; it ends the program where it counts too far. */
  #bounds(indent: string, first: string, last: string, step: string): { readonly first: string; readonly step: string; readonly end: string } {
    this.#hasLoops = true
    const [l, u, s] = [this.#wide(first), this.#wide(last), this.#wide(step)]
    const span = this.#op('arith.subi', u, l)
    const count = this.#op('arith.divsi', this.#op('arith.addi', span, s), s)
    const isTooLong = this.#put(`arith.cmpi sge, ${count}, ${this.#put(`arith.constant ${MOST} : i64`)} : i64`)
    this.#lines.push(
      `${indent}fir.if ${isTooLong} {`,
      `${indent}  fir.call @${TOO_LONG}() : () -> ()${this.#location}`,
      `${indent}}${this.#location}`,
    )
    const end = this.#put(`fir.convert ${this.#op('arith.subi', count, this.#put('arith.constant 1 : i64'))} : (i64) -> index`)
    return { first: l, step: s, end }
  }
  /** The user's variable, from the count, at the begin of the loop's body. */
  #variable(indent: string, variable: string, { first, step }: { readonly first: string; readonly step: string }): void {
    const wide = this.#op('arith.addi', this.#op('arith.muli', this.#put(`fir.convert ${variable} : (index) -> i64`), step), first)
    const instead = this.#put(`fir.convert ${wide} : (i64) -> index`)
    this.#defined.set(instead, { from: wide })
    this.#open.push({ indent, variable, instead })
  }

  #put(operation: string): string {
    const name = `%wide_${this.#made++}`
    this.#lines.push(`    ${name} = ${operation}${this.#location}`)
    return name
  }
  #op(operation: string, left: string, right: string): string {
    return this.#put(`${operation} ${left}, ${right} : i64`)
  }
  #isWide(name: string): boolean {
    const { from, constant, operation, loop } = this.#defined.get(name) ?? {}
    if (from !== undefined || loop) return true
    if (constant !== undefined) return Math.abs(Number(constant)) > MOST
    return operation !== undefined && (this.#isWide(operation[1]) || this.#isWide(operation[2]))
  }
  /** The 64 bits of which a value of `index` has the lower half. */
  #wide(name: string): string {
    const { from, constant, operation, loop } = this.#defined.get(name) ?? {}
    if (from !== undefined) return from
    if (constant !== undefined) return this.#put(`arith.constant ${constant} : i64`)
    if (operation) return this.#op(`arith.${operation[0]}`, this.#wide(operation[1]), this.#wide(operation[2]))
    const lower = this.#put(`fir.convert ${name} : (index) -> i64`)
    return loop ? this.#op('arith.addi', this.#op('arith.muli', lower, loop[1]), loop[0]) : lower
  }
}

const escaped = (text: string): string => text.replaceAll(/[$.]/g, '\\$&')
