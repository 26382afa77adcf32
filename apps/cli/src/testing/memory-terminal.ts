// A terminal for tests.
import { Buffer } from 'node:buffer'
import type { Terminal } from '../terminal.ts'

/** A terminal that keeps what it is given, for tests. */
export function memoryTerminal({ isScreen = false, isErrorScreen = isScreen, isColourful = false }: Partial<Terminal> = {}) {
  const written = { out: '', error: '', progress: [] as string[] }
  const terminal: Terminal = {
    isScreen,
    isErrorScreen,
    isColourful,
    out: (text) => {
      written.out += textOf(text)
    },
    error: (text) => {
      written.error += textOf(text)
    },
    progress: (text) => {
      written.progress.push(text)
    },
  }
  return { terminal, written }
}
const textOf = (text: string | Uint8Array): string => (typeof text === 'string' ? text : Buffer.from(text).toString())
