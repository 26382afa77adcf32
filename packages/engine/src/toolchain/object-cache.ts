// Objects of earlier compilations in memory, by content: all files of the build, the options and the prepared parts.
// Least recently used ones go when there are too many bytes.
import type { Files } from '../types.ts'
import type { ToolResult } from './clang.ts'
import { sha256 } from './sha256.ts'

export class ObjectCache {
  readonly #results = new Map<string, ToolResult>()
  readonly #capacity: number
  #bytes = 0
  /** @param capacity bytes of objects and messages */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Of names and contents. Any file may be included by any source, so all of them count. */
  async digest(files: Files): Promise<string> {
    const encoder = new TextEncoder()
    const chunks = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([path, bytes]) => [encoder.encode(`${path}\0${bytes.length}\0`), bytes])
    return hash(chunks)
  }
  key(digest: string, options: readonly string[]): Promise<string> {
    return hash([new TextEncoder().encode([digest, ...options].join('\0'))])
  }

  get(key: string): ToolResult | undefined {
    const result = this.#results.get(key)
    if (result !== undefined) {
      this.#results.delete(key)
      this.#results.set(key, result)
    }
    return result
  }
  set(key: string, result: ToolResult): void {
    if (!result.succeeded || this.#results.has(key)) return
    this.#results.set(key, result)
    this.#bytes += size(result)
    for (const [oldest, old] of this.#results) {
      if (this.#bytes <= this.#capacity) break
      this.#results.delete(oldest)
      this.#bytes -= size(old)
    }
  }
}

function size(result: ToolResult): number {
  return result.output.length + 2 * result.messages.length
}

/** SHA-256 in hexadecimal. */
export async function hash(chunks: readonly Uint8Array[]): Promise<string> {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return [...(await sha256(all))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
