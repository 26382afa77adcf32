// C and C++ source as tokens with their places, before the preprocessor. Comments and directives are left out; of a conditional the first branch
// counts (of `#if 0` the other one), so that braces balance.

export interface Token {
  readonly text: string
  /** Offsets in the source. */
  readonly start: number
  readonly end: number
  /** Of the first character, counted from 1. */
  readonly line: number
}

const RAW_STRING = /(?:u8|u|U|L)?R"([^ ()\\\t\v\f\n]{0,16})\(/y
const TOKEN =
  /\s+|\\\r?\n|\/\/(?:[^\n\\]|\\[\s\S])*|\/\*[\s\S]*?(?:\*\/|$)|[\p{L}_$][\p{L}\p{N}_$]*|\.?\d(?:[eEpP][+-]|'[\p{L}\p{N}_]|[\p{L}\p{N}_.])*|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|::|->|<<=|>>=|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|\.\.\.|[\s\S]/uy
const DIRECTIVE = /[ \t]*#(?:[^\n\\/]|\\[\s\S]|\/(?!\*)|\/\*[\s\S]*?(?:\*\/|$))*/y

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  /** For each open conditional: whether the present branch counts, and whether one has. */
  const branches: { counts: boolean; taken: boolean }[] = []
  let line = 1
  let atLineStart = true
  for (let at = 0; at < source.length; ) {
    const directive: string | undefined = atLineStart ? matchAt(DIRECTIVE, source, at) : undefined
    const text: string =
      directive ?? matchAt(RAW_STRING, source, at)?.replace(/^.*$/s, (head) => rawString(source, at, head)) ?? matchAt(TOKEN, source, at)!
    if (directive !== undefined) conditional(directive, branches)
    else if (!/^(\s|\\\r?\n|\/\/|\/\*)/.test(text) && branches.every(({ counts }) => counts))
      tokens.push({ text, start: at, end: at + text.length, line })
    const newlines = text.split('\n').length - 1
    atLineStart = /^\s+$/.test(text) ? newlines > 0 || atLineStart : directive !== undefined ? false : /^\/\*/.test(text) && atLineStart
    line += newlines
    at += text.length
  }
  return tokens
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}
function rawString(source: string, at: number, head: string): string {
  const delimiter = /"([^(]*)\($/.exec(head)![1]!
  const end = source.indexOf(`)${delimiter}"`, at + head.length)
  return source.slice(at, end < 0 ? source.length : end + delimiter.length + 2)
}
function conditional(directive: string, branches: { counts: boolean; taken: boolean }[]): void {
  const [, word = '', rest = ''] = /^[ \t]*#[ \t]*(\w*)([\s\S]*)$/.exec(directive) ?? []
  const last = branches.at(-1)
  if (word === 'if' || word === 'ifdef' || word === 'ifndef') {
    const counts = !(word === 'if' && /^[ \t]*0\s*$/.test(rest))
    branches.push({ counts, taken: counts })
  } else if (last && (word === 'else' || word.startsWith('elif'))) {
    last.counts = !last.taken
    last.taken = true
  } else if (word === 'endif') branches.pop()
}
