// The statements of a source, found by its tokens: where each begins and ends, and what surrounds it. What the tokens cannot tell, the compiler
// does: whatever is put between statements is compiled, and refused where it cannot stand.
// Source: C17 6.8 and C++20 [stmt.stmt] for the forms of statements; macros are taken as the names that they are.
import type { Token } from './tokens.ts'

/**
 * `simple`: an expression or a declaration, up to its semicolon; `jump`: return, break, continue, goto, throw; `branch`: if, switch, try;
 * `loop`: for, while, do; `block`: in braces.
 */
export interface Statement {
  readonly kind: 'simple' | 'jump' | 'branch' | 'loop' | 'block'
  readonly start: number
  /** Behind the last character. */
  readonly end: number
  readonly line: number
  readonly lastLine: number
  /** It stands where one statement must stand: `if (x) here;`. */
  readonly isAlone: boolean
  /** Of a branch or loop: the last line of what stands before its first part; of a block: its first line. */
  readonly headLine: number
  /** Of a branch, a loop or a block: what is in it. Of a simple statement or jump: the bodies of lambdas. */
  readonly inner: readonly Statement[]
}
/** The body of a function, and the line on which its head begins. */
export interface FunctionBody {
  readonly headLine: number
  readonly block: Statement
}

export function functionsOf(tokens: readonly Token[]): FunctionBody[] {
  return new Parser(tokens).scope(0, tokens.length)
}

const JUMPS = new Set(['return', 'break', 'continue', 'goto', 'throw', 'co_return', 'co_yield'])
const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const TYPE_HEADS = new Set(['struct', 'class', 'union', 'enum', 'namespace'])
/** Statements inside statements: deeper ones are taken as they are. */
const DEEPEST = 300

class Parser {
  private readonly tokens: readonly Token[]
  /** For each opening token the index of its closing one. */
  private readonly pairs: Int32Array
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
    this.pairs = new Int32Array(tokens.length).fill(tokens.length - 1)
    const open: number[] = []
    for (const [index, { text }] of tokens.entries()) {
      if (text in CLOSES) open.push(index)
      else if (text === ')' || text === ']' || text === '}') {
        const matching = open.findLastIndex((at) => CLOSES[this.text(at)] === text)
        if (matching < 0) continue
        this.pairs[open[matching]!] = index
        open.length = matching
      }
    }
  }

  /** Declarations outside of functions, from index `from` up to `to`. */
  scope(from: number, to: number): FunctionBody[] {
    const found: FunctionBody[] = []
    let head = from
    for (let at = from; at < to; at++) {
      const text = this.text(at)
      if (text === ';' || text === '}') head = at + 1
      else if (text === '(' || text === '[') at = this.pairs[at]!
      else if (text === '{') {
        const close = this.pairs[at]!
        const kind = this.braces(head, at)
        if (kind === 'scope') found.push(...this.scope(at + 1, Math.min(close, to)))
        else if (kind === 'function') found.push({ headLine: this.line(head), block: this.block(at, false) })
        if (kind !== 'value') head = close + 1
        at = close
      }
    }
    return found
  }
  private braces(head: number, brace: number): 'scope' | 'function' | 'value' {
    let parameters = false
    for (let at = head; at < brace; at++) {
      const text = this.text(at)
      if (text === '(') {
        if (at > head && !/^(__attribute__|alignas|decltype|noexcept|__declspec)$/.test(this.text(at - 1))) parameters = true
        at = this.pairs[at]!
      } else if (text === '=' && this.text(at - 1) !== 'operator') return 'value'
      else if (text === ':' && parameters) return this.endsInitialisers(at, brace) ? 'function' : 'value'
    }
    if (parameters) return 'function'
    const isScope = this.tokens.slice(head, brace).some(({ text }) => TYPE_HEADS.has(text) && text !== 'enum') || this.text(brace - 1) === '"C"'
    return isScope || this.text(brace - 1) === '"C++"' ? 'scope' : 'value'
  }
  /** `: a(1), b{2} {`: the brace behind a name is a value, that behind a value is the body. */
  private endsInitialisers(colon: number, brace: number): boolean {
    return brace > colon + 1 && (this.text(brace - 1) === ')' || this.text(brace - 1) === '}')
  }

  /** The statement in braces that open at `open`. */
  private block(open: number, isAlone: boolean): Statement {
    const close = this.pairs[open]!
    const inner: Statement[] = []
    if (++this.depth < DEEPEST) for (let at = open + 1; at < close; ) at = this.statement(at, close, false, inner)
    this.depth--
    return this.made('block', open, close + 1, { isAlone, headLine: this.line(open), inner })
  }

  /** Adds the statement at `at` to `into`. @returns the index behind it */
  private statement(at: number, to: number, isAlone: boolean, into: Statement[]): number {
    const text = this.text(at)
    const add = (statement: Statement, end: number) => {
      into.push(statement)
      return Math.max(end, at + 1)
    }
    if (text === '{') return add(this.block(at, isAlone), this.pairs[at]! + 1)
    if (text === '}' || text === ')') return at + 1
    if (text === 'if' || text === 'switch' || text === 'while' || text === 'for') {
      const open = this.parenthesis(at + 1, to)
      if (open < 0) return add(...this.simple(at, to, isAlone))
      const close = this.pairs[open]!
      const inner: Statement[] = []
      let end = this.statement(close + 1, to, true, inner)
      if (text === 'if' && end < to && this.text(end) === 'else') end = this.statement(end + 1, to, true, inner)
      const kind = text === 'if' || text === 'switch' ? 'branch' : 'loop'
      return add(this.made(kind, at, end, { isAlone, headLine: this.line(close), inner }), end)
    }
    if (text === 'do') {
      const inner: Statement[] = []
      let end = this.statement(at + 1, to, true, inner)
      while (end < to && this.text(end) !== ';') end = this.text(end) === '(' ? this.pairs[end]! + 1 : end + 1
      return add(this.made('loop', at, end + 1, { isAlone, headLine: this.line(at), inner }), end + 1)
    }
    if (text === 'try') {
      const inner: Statement[] = []
      let end = this.statement(at + 1, to, false, inner)
      while (end < to && this.text(end) === 'catch') end = this.statement(this.pairs[end + 1]! + 1, to, false, inner)
      return add(this.made('branch', at, end, { isAlone, headLine: this.line(at), inner }), end)
    }
    const label = this.label(at, to)
    if (label > at) return label < to && this.text(label) !== '}' ? this.statement(label, to, isAlone, into) : label
    return add(...this.simple(at, to, isAlone))
  }
  private parenthesis(from: number, to: number): number {
    for (let at = from; at < Math.min(from + 2, to); at++) if (this.text(at) === '(') return at
    return -1
  }
  /** The index behind a label; `at` where there is none. */
  private label(at: number, to: number): number {
    const text = this.text(at)
    if (text === 'case') {
      let questions = 0
      for (let i = at + 1; i < to; i++) {
        if (this.text(i) in CLOSES) i = this.pairs[i]!
        else if (this.text(i) === '?') questions++
        else if (this.text(i) === ':' && questions-- === 0) return i + 1
      }
      return at
    }
    return /^[\p{L}_$]/u.test(text) && this.text(at + 1) === ':' ? at + 2 : at
  }

  private simple(at: number, to: number, isAlone: boolean): [Statement, number] {
    const inner: Statement[] = []
    const kind = JUMPS.has(this.text(at)) ? 'jump' : 'simple'
    let end = at
    for (; end < to && this.text(end) !== ';'; end++) {
      const text = this.text(end)
      if (text === '{' && end > at && this.isMacroLoop(at, end)) {
        inner.push(this.block(end, true))
        const close = this.pairs[end]!
        return [this.made('loop', at, close + 1, { isAlone, headLine: this.line(end), inner }), close + 1]
      }
      if (text in CLOSES) {
        this.lambdas(end, inner)
        end = this.pairs[end]!
      }
    }
    end = Math.min(end, to - 1)
    return [this.made(kind, at, end + 1, { isAlone, headLine: this.line(at), inner }), end + 1]
  }
  /** `FOR_EACH(x, list) {`: a name, what is in parentheses, and a brace, and nothing before. */
  private isMacroLoop(at: number, brace: number): boolean {
    return this.text(at + 1) === '(' && this.pairs[at + 1] === brace - 1 && /^[\p{L}_$]/u.test(this.text(at))
  }
  /** Bodies of lambdas, and GNU statement expressions, from an opening token to its closing one; the token may begin one itself. */
  private lambdas(open: number, into: Statement[]): void {
    const close = this.pairs[open]!
    if (this.text(open) === '{' && this.isLambdaBody(open)) {
      into.push(this.block(open, false))
      return
    }
    for (let at = open + 1; at < close; at++) {
      if (this.text(at) !== '{') continue
      if (this.isLambdaBody(at) || this.text(at - 1) === '(') {
        into.push(this.block(at, false))
        at = this.pairs[at]!
      }
    }
  }
  private isLambdaBody(brace: number): boolean {
    for (let at = brace - 1; at >= 0 && brace - at < 40; at--) {
      const text = this.text(at)
      if (text === ';' || text === '{' || text === '}' || text === '=') return false
      if (text === ')') at = this.pairs.indexOf(at)
      else if (text === ']') {
        const before = this.text(this.pairs.indexOf(at) - 1)
        return /^(return|[-+*/%=,({&|!?:<>;]|&&|\|\||[-+*/%&|^=!<>]=|<<|co_await|)$/.test(before)
      }
      if (at < 0) return false
    }
    return false
  }

  private made(kind: Statement['kind'], from: number, to: number, rest: Pick<Statement, 'isAlone' | 'headLine' | 'inner'>): Statement {
    const last = this.tokens[Math.min(to, this.tokens.length) - 1]!
    const lastLine = last.line + last.text.split('\n').length - 1
    return { kind, start: this.tokens[from]!.start, end: last.end, line: this.line(from), lastLine, ...rest }
  }
  private text(at: number): string {
    return this.tokens[at]?.text ?? ''
  }
  private line(at: number): number {
    return this.tokens[Math.min(at, this.tokens.length - 1)]?.line ?? 0
  }
}
