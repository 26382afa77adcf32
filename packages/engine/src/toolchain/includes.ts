// Which headers a source includes, itself or through headers of its repository. Conditions are not looked at.
import type { Files } from '../types.ts'
import { normalise } from './paths.ts'

const DIRECTIVE = /^[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]+)>|"([^"\n]+)")/gm

export class Includes {
  readonly #files: Files
  readonly #names = new Map<string, readonly string[]>()
  constructor(files: Files) {
    this.#files = files
  }

  /** @param folders of `-I`, relative to the build directory */
  reaches(header: string, source: string, folders: readonly string[]): boolean {
    const seen = new Set([source])
    for (const path of seen) {
      for (const name of this.#namesIn(path)) {
        const own = [path.slice(0, path.lastIndexOf('/') + 1), '', ...folders.map((folder) => `${folder}/`)]
          .map((folder) => normalise(folder + name))
          .find((candidate) => candidate !== undefined && this.#files.has(candidate))
        if (own !== undefined) seen.add(own)
        else if (name === header) return true
      }
    }
    return false
  }

  #namesIn(path: string): readonly string[] {
    let names = this.#names.get(path)
    if (names === undefined) {
      const text = new TextDecoder('latin1').decode(this.#files.get(path))
      names = [...text.matchAll(DIRECTIVE)].map((match) => (match[1] ?? match[2])!)
      this.#names.set(path, names)
    }
    return names
  }
}
