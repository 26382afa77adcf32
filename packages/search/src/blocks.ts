// The content of a record: lines of text, rows of tables and code, as they stand on the page, so that an answer can quote one of them whole.
//
//   A sentence. Another one.        text: a paragraph or an item of a list
//   |? how many bytes; buffer size  in which words else people ask for what comes next
//   |+ which unit; per second       the same, of what goes on in the paragraph above
//   |# Field | Meaning              the head of a table
//   | Status | where it stands      a row of it
//   ```                             code begins and ends
//   #include <uxhw.h>
//   ```

export type Block = { readonly asked?: string } /** `goesOn`: in the paragraph of the text before it, from which only its mark divides it. */ & (
  | { readonly kind: 'text'; readonly text: string; readonly goesOn?: true }
  | { readonly kind: 'row'; readonly head: readonly string[]; readonly cells: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
)

const FENCE = '```'
const ASKED = '|? '
const ASKED_WITHIN = '|+ '
const HEAD = '|# '
const ROW = '| '
const BETWEEN = ' | '

export function writeBlocks(blocks: readonly Block[]): string {
  const lines: string[] = []
  let head = ''
  for (const block of blocks) {
    const asked = block.asked ? [(isWithin(block) ? ASKED_WITHIN : ASKED) + block.asked] : []
    if (block.kind === 'row') {
      const own = cells(block.head)
      if (own && own !== head) lines.push(HEAD + own)
      lines.push(...asked)
      lines.push(ROW + cells(block.cells))
      head = own
      continue
    }
    head = ''
    lines.push(...asked)
    if (block.kind === 'code') lines.push(FENCE, block.text, FENCE)
    else lines.push(block.text)
  }
  return lines.join('\n')
}
const isWithin = (block: Block): boolean => block.kind === 'text' && block.goesOn === true
const cells = (texts: readonly string[]): string => texts.map((text) => text.replaceAll(BETWEEN, ' ¦ ')).join(BETWEEN)

export function readBlocks(content: string): Block[] {
  const blocks: Block[] = []
  let head: readonly string[] = []
  let code: string[] | undefined
  let asked: { readonly asked: string; readonly goesOn?: true } | undefined
  const add = (block: Block) => {
    blocks.push({ ...block, ...asked })
    asked = undefined
  }
  for (const line of content.split('\n')) {
    if (line === FENCE) {
      if (code) add({ kind: 'code', text: code.join('\n') })
      code = code ? undefined : []
      head = []
    } else if (code) code.push(line)
    else if (line.startsWith(ASKED)) asked = { asked: line.slice(ASKED.length) }
    else if (line.startsWith(ASKED_WITHIN)) asked = { asked: line.slice(ASKED_WITHIN.length), goesOn: true }
    else if (line.startsWith(HEAD)) head = line.slice(HEAD.length).split(BETWEEN)
    else if (line.startsWith(ROW)) add({ kind: 'row', head, cells: line.slice(ROW.length).split(BETWEEN) })
    else {
      head = []
      if (line.trim()) add({ kind: 'text', text: line })
    }
  }
  if (code?.length) add({ kind: 'code', text: code.join('\n') })
  return blocks
}

/** What of the content is read as text: for snippets and excerpts. */
export function plainText(content: string): string {
  return content
    .split('\n')
    .filter((line) => line !== FENCE && ![HEAD, ASKED, ASKED_WITHIN].some((mark) => line.startsWith(mark)))
    .map((line) => (line.startsWith(ROW) ? `${line.slice(ROW.length).split(BETWEEN).join(': ')}` : line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Sentences of a text; the point of a number, of a name and of an abbreviation ends none. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…:](?:['"”’)\]])?)\s+(?=[\p{Lu}\p{N}"“‘(`_/{[-]|[a-z]+\w*[A-Z(])/u)
    .flatMap((piece) => piece.trim() || [])
    .reduce<string[]>((all, piece) => {
      const last = all.at(-1)
      if (last !== undefined && /(?:\b(?:e\.g|i\.e|cf|vs|no|p|pp|et al|etc)\.|:)$/i.test(last)) all[all.length - 1] = `${last} ${piece}`
      else all.push(piece)
      return all
    }, [])
}
