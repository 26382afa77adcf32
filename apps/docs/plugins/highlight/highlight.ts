// Code, coloured when the site is built: pages carry marked-up text and no highlighter.
import Prism, { type Token, type TokenStream } from 'prismjs'
import 'prismjs/components/prism-bash.js'
import 'prismjs/components/prism-c.js'
import 'prismjs/components/prism-cpp.js'
import 'prismjs/components/prism-fortran.js'
import 'prismjs/components/prism-java.js'
import 'prismjs/components/prism-json.js'
import 'prismjs/components/prism-markdown.js'
import 'prismjs/components/prism-python.js'
import 'prismjs/components/prism-typescript.js'
import 'prismjs/components/prism-yaml.js'

/** What Prism calls the parts of code, by the colour they get: `code-NAME` of src/css/code.css. */
const COLOURS = {
  comment: ['comment', 'prolog', 'cdata'],
  keyword: ['keyword', 'directive', 'boolean', 'constant', 'builtin', 'selector', 'important'],
  string: ['string', 'char', 'attr-value', 'regex', 'inserted'],
  number: ['number', 'symbol', 'deleted'],
  name: ['function', 'class-name', 'tag', 'property', 'attr-name', 'key', 'atrule'],
} as const
const COLOUR_OF = new Map<string, string>(Object.entries(COLOURS).flatMap(([colour, types]) => types.map((type) => [type, colour] as const)))

/** HTML of the code: its text, with a span around each run of one colour. @throws RangeError  the language is not among the imports above */
export function highlighted(code: string, language: string): string {
  if (language === 'text') return escaped(code)
  const grammar = Prism.languages[language]
  if (!grammar) throw new RangeError(`code in "${language}" cannot be coloured: plugins/highlight/highlight.ts imports no such grammar`)
  return htmlOf(Prism.tokenize(code, grammar), undefined)
}

/** A token inside of another keeps the outer colour unless it has its own, as it would with nested elements. */
function htmlOf(stream: TokenStream, colour: string | undefined): string {
  if (typeof stream === 'string') return coloured(stream, colour)
  if (Array.isArray(stream)) return stream.map((each) => htmlOf(each, colour)).join('')
  return htmlOf(stream.content, colourOf(stream) ?? colour)
}
function colourOf({ type, alias = [] }: Token): string | undefined {
  // An alias says what a token is in words that all languages share, so it goes first.
  return [alias, type]
    .flat()
    .map((name) => COLOUR_OF.get(name))
    .find((colour) => colour !== undefined)
}
function coloured(text: string, colour: string | undefined): string {
  return colour && text.trim() ? `<span class="code-${colour}">${escaped(text)}</span>` : escaped(text)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
