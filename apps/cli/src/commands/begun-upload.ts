// What `credence files put` notes beside a large file while it is sent, so that the same command continues after it was killed: FILE.upload.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

export interface BegunUpload {
  /** Of an upload of this very file that was interrupted. */
  readonly uploadId: string | undefined
  /** Where nothing can be written, the next command begins anew. */
  note(uploadId: string): void
  forget(): void
}

/** @throws Error  there is no such file */
export function openBegunUpload(file: string, target: { readonly host: string; readonly path: string }): BegunUpload {
  const { size, mtimeMs } = statSync(file)
  const own = { ...target, size, mtimeMs }
  const place = `${file}.upload`
  return {
    uploadId: noted(place, own),
    note(uploadId) {
      try {
        writeFileSync(place, `${JSON.stringify({ ...own, uploadId }, undefined, 2)}\n`)
      } catch {}
    },
    forget: () => rmSync(place, { force: true }),
  }
}

/** Nothing of a file that was changed since, or is sent elsewhere. */
function noted(place: string, own: Readonly<Record<string, unknown>>): string | undefined {
  try {
    const { uploadId, ...there } = JSON.parse(readFileSync(place, 'utf8')) as Record<string, unknown>
    return typeof uploadId === 'string' && Object.entries(own).every(([name, value]) => there[name] === value) ? uploadId : undefined
  } catch {
    return undefined
  }
}
