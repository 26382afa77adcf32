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
  #location = ''
  #hasLoops = false

  text(): string {
    if (!this.#hasLoops) return this.#lines.join('\n')
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
    if (innermost && line.startsWith(`${innermost.indent}}`)) this.#open.pop()
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
    const [zero, one] = [this.#put('arith.constant 0 : index'), this.#put('arith.constant 1 : index')]
    const space = kind.endsWith('(') ? '' : ' '
    this.#lines.push(
      `${indent}${result === undefined ? '' : line.slice(indent.length, line.indexOf(kind))}${kind}${space}${variable} = ${zero} to ${end} step ${one}${rest}`,
    )
    const wide = this.#op('arith.addi', this.#op('arith.muli', this.#put(`fir.convert ${variable} : (index) -> i64`), s), l)
    const instead = this.#put(`fir.convert ${wide} : (i64) -> index`)
    this.#defined.set(instead, { from: wide })
    this.#open.push({ indent, variable, instead })
    if (result === undefined) return
    this.#defined.set(result, { loop: [l, s] })
    this.#defined.set(`${result}#0`, { loop: [l, s] })
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
