// What `credence files get` keeps beside a file that has come in part, so that the same command continues: its bytes in FILE.part, and of what they are in FILE.download.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

export interface BegunDownload {
  /** The file of what has come. */
  readonly part: string
  /** Where to go on; undefined: from the beginning. */
  readonly from: { readonly byte: number; readonly etag: string } | undefined
  /** @param etag  of what comes now; empty: nobody could tell later whether it is still the same */
  note(etag: string): void
  forget(): void
}

export function openBegunDownload(target: string, source: { readonly host: string; readonly path: string }): BegunDownload {
  const [part, place] = [`${target}.part`, `${target}.download`]
  return {
    part,
    from: noted(part, place, source),
    note(etag) {
      if (etag !== '') writeFileSync(place, `${JSON.stringify({ ...source, etag }, undefined, 2)}\n`)
    },
    forget() {
      for (const file of [part, place]) rmSync(file, { force: true })
    },
  }
}

/** Nothing where the note is of another file or platform, or there is none. */
function noted(part: string, place: string, source: Readonly<Record<string, string>>): BegunDownload['from'] {
  try {
    const { etag, ...there } = JSON.parse(readFileSync(place, 'utf8')) as Record<string, unknown>
    const isSame = Object.entries(source).every(([name, value]) => there[name] === value)
    const byte = statSync(part).size
    return isSame && byte > 0 && typeof etag === 'string' ? { byte, etag } : undefined
  } catch {
    return undefined
  }
}
