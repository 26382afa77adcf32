// `Arguments` is one string, split like a shell command line, without anything else a shell does: no variables, no globbing,
// no pipes. Server and command line split it here, so that a program sees the same words on both.

/**
 * The words of a command line.
 * Single quotes are literal; in double quotes a backslash quotes `"`, `\`, `$` and the grave accent; outside quotes it quotes the next
 * character; empty quotes are an empty word.
 * @throws RangeError if a quote is left open or a backslash ends the text
 */
export function parseArguments(text: string): string[] {
  const words: string[] = []
  let word: string | undefined // undefined between words, so that '' is a word
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (SEPARATOR.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === '\\') {
      if (at + 1 === text.length) throw new RangeError('arguments end in a backslash')
      word = (word ?? '') + text[++at]
    } else if (character === "'" || character === '"') {
      const quoted = character === "'" ? literal(text, at) : escaped(text, at)
      word = (word ?? '') + quoted.text
      at = quoted.end
    } else {
      word = (word ?? '') + character
    }
  }
  if (word !== undefined) words.push(word)
  return words
}

/** The command line that parses to these words again. */
export function formatArguments(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}

const SEPARATOR = /[ \t\r\n]/

interface Quoted {
  readonly text: string
  readonly end: number // index of the closing quote
}
function literal(text: string, open: number): Quoted {
  const end = text.indexOf("'", open + 1)
  if (end < 0) throw unbalanced(open)
  return { text: text.slice(open + 1, end), end }
}
function escaped(text: string, open: number): Quoted {
  let content = ''
  for (let at = open + 1; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') return { text: content, end: at }
    const next = text[at + 1] ?? ''
    if (character === '\\' && next !== '' && '"\\$`'.includes(next)) {
      content += next
      at++
    } else {
      content += character
    }
  }
  throw unbalanced(open)
}
const unbalanced = (open: number) => new RangeError(`the quote at character ${open + 1} of the arguments is never closed`)
