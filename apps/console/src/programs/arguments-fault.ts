import { parseArguments } from '@credence/contract'

/** What is wrong with a command line; empty where nothing is. */
export function argumentsFault(words: string): string {
  try {
    parseArguments(words)
    return ''
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
  }
}
