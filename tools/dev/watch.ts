// Tells which files were saved, together, once nothing more follows for a moment: editors write several times, and so does a checkout.
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository-files.ts'

const QUIET_MS = 120
const SOURCES = /\.(?:ts|tsx|sql|json|c|h|cpp)$/
/** What no running process reads. */
const UNREAD = /(?:^|\/)(?:node_modules|testing|fixtures|golden|\.[^/]*)\/|\.test\.tsx?$|(?:^|\/)\.[^/]*$/

/** @param folders  relative to `root`, watched with all below; `onSaved` gets paths of the same form */
export function watchSaved(folders: readonly string[], onSaved: (paths: string[]) => void, root = ROOT): { close(): void } {
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name === null || !isSource(name)) return
      saved.add(join(folder, name))
      clearTimeout(timer)
      timer = setTimeout(() => {
        const paths = [...saved].sort()
        saved.clear()
        onSaved(paths)
      }, QUIET_MS)
    }),
  )
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

export const isSource = (path: string): boolean => SOURCES.test(path) && !UNREAD.test(path)
