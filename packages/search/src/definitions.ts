// What the documentation defines: rows of tables headed `Term`. A question for what something is, or for how two things differ, is answered by them.
import { type Block, readBlocks } from './blocks.ts'
import type { SearchRecord } from './records.ts'
import { isStopWord, stem, terms } from './words.ts'

export interface Definition {
  readonly record: SearchRecord
  readonly row: Block
}

/** By the stems of what is defined; `standard deviation, u` is under both names. */
export function definitionsOf(records: readonly SearchRecord[]): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>()
  for (const record of records) {
    for (const row of readBlocks(record.content)) {
      if (row.kind !== 'row' || row.head[0] !== 'Term') continue
      for (const name of row.cells[0]?.split(', ') ?? []) found.set(nameOf(name), { record, row })
    }
  }
  return found
}

/** What a question asks to be defined: one thing, or two that it wants told apart; empty: it asks something else. */
export function thingsAsked(question: string): string[] {
  const [, one, other] = /\bdifferences? between (.+?) and (.+?)\s*\?*$/i.exec(question) ?? []
  if (one && other) return [one, other]
  const [, thing] =
    /^(?:what|who) (?:is|are) (?:meant by )?([^,]+?)\s*\?*$/i.exec(question) ?? /^what does ([^,]+?) mean\s*\?*$/i.exec(question) ?? []
  return thing ? [thing] : []
}

/** @param thing  `the particle`, `a coverage interval`; `particle value` is the particle where that is all that is defined */
export function definitionOf(thing: string, definitions: ReadonlyMap<string, Definition>): Definition | undefined {
  return definitions.get(nameOf(thing)) ?? definitions.get(nameOf(thing.replace(/\s+(values?|numbers?)$/i, '')))
}

const nameOf = (text: string): string =>
  terms(text)
    .filter((term) => !isStopWord(term))
    .map(stem)
    .join(' ')
