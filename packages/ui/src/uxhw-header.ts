// The functions of uxhw.h with their signatures and what the header says about them, read from its text: for completion and hover in the editor.

import { procedureOf, uxhwModule } from '@credence/engine/uxhw-module'

export interface HeaderFunction {
  readonly name: string
  /** The prototype, on one line, without the semicolon. */
  readonly signature: string
  readonly parameters: readonly string[]
  /** What stands above it in the header, as one paragraph; that of the function for double serves its twin for float. */
  readonly about: string
  /** The heading that it stands below: `Distributions with parameters`. */
  readonly section: string
}

const SECTION = /^---- (.+?)(?:\. .*)? ----$/
const PROTOTYPE = /^(?:[a-z_]\w*\s+\**)+\**(UxHw\w+)\((.*)\)$/s

/** The functions of a header of this shape: comments of their own lines above prototypes, which end in a semicolon. */
export function headerFunctions(header: string): HeaderFunction[] {
  const found: HeaderFunction[] = []
  let about = ''
  let section = ''
  // A comment, a line of the preprocessor with those that continue it, or a declaration up to its semicolon.
  for (const [part] of header.matchAll(/\/\*[\s\S]*?\*\/|^#(?:.*\\\n)*.*$|[^;#/{}]+;|\{[^}]*\}/gm)) {
    if (part.startsWith('/*')) {
      const text = paragraph(part)
      const heading = SECTION.exec(text)?.[1]
      if (heading === undefined) about = text
      else section = heading
      continue
    }
    const declaration = part.replace(/;$/, '').replace(/\s+/g, ' ').trim()
    const [, name, inside] = PROTOTYPE.exec(declaration) ?? []
    if (name !== undefined) found.push({ name, signature: declaration, parameters: splitParameters(inside ?? ''), about, section })
  }
  return found
}

/** Those that the module of Fortran has, with their interfaces as signatures. */
export function moduleFunctions(header: string): HeaderFunction[] {
  const module = uxhwModule(header)
  return headerFunctions(header).flatMap((each) => {
    const signature = procedureOf(module, each.name)
    const words = /\((.*)\)$/m.exec(signature?.split('\n')[0]?.replace(/^\w+\(\d\) /, '') ?? '')?.[1]
    return signature === undefined ? [] : [{ ...each, signature, parameters: words?.split(', ') ?? [] }]
  })
}

function paragraph(comment: string): string {
  return comment
    .replace(/^\/\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** At the commas that no parenthesis holds. */
function splitParameters(text: string): string[] {
  const parameters: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const character = text[at]
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === undefined || (character === ',' && depth === 0)) {
      const parameter = text.slice(from, at).trim()
      if (parameter !== '') parameters.push(parameter)
      from = at + 1
    }
  }
  return parameters
}
