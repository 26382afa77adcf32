// Files of a run with what its transcript says in the place of marks, in memory or on the disk of the run.
import type { Once } from './once.ts'
import type { Transcript } from './paths/prints.ts'
import { OnDisk, windows } from './wasi/contents.ts'
import type { Placed } from './wasi/disk.ts'

type Files = ReadonlyMap<string, Uint8Array | Placed>

export function resolvedFiles({ files, space }: Pick<Once, 'files' | 'space'>, transcript: Transcript, texts: readonly string[]): Files {
  const resolved = (contents: Uint8Array | Placed): Uint8Array | Placed => {
    if (contents instanceof Uint8Array) return transcript.resolved(contents, texts)
    if (texts.length === 0 || !space) return contents
    const written = new OnDisk(space)
    for (const part of transcript.resolvedParts(windows(contents, space), texts)) {
      const at = written.size
      written.resize(at + part.length)
      written.write(at, part)
    }
    return written.whole()
  }
  return new Map([...files()].map(([path, contents]) => [path, resolved(contents)] as const))
}
