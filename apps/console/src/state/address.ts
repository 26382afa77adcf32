// How the address of a screen writes what the router knows of it: texts and numbers as they are, lists with commas, so that a threshold of 3 is `t=3`.
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Only what begins as JSON is read as it: a text of that kind is written in quotes, a list may be one of an older link. */
const fromJson = (text: string): unknown => {
  if (!/^["[{]/.test(text)) throw new SyntaxError('a text')
  return JSON.parse(text)
}
const listed = (value: unknown): string => (Array.isArray(value) ? value.join(',') : JSON.stringify(value))
const written = stringifySearchWith(listed, fromJson)

export const ADDRESS = {
  parseSearch: parseSearchWith(fromJson),
  stringifySearch: (search: Record<string, unknown>) => written(search).replaceAll('%2C', ','),
}

/** What an address says as text: a name that looks like a number or a truth comes as one. Empty: nothing. */
export const textIn = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '')
