// `credence run --watch`: runs again when a file that the build or the run reads was saved. Folders are watched and not files, because many
// editors save by writing a new file and renaming it; what an event means is told by reading the project again.
import { type FSWatcher, watch } from 'node:fs'
import { type Context, UsageError } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import type { Project } from './project.ts'

export interface Watched {
  /** @throws UsageError  there is nothing to build at present */
  readonly read: () => Promise<Project>
  readonly once: (project: Project, signal: AbortSignal) => Promise<number>
  /** As the user called it. */
  readonly name: string
}

/** Ends when the signal of `context` does. A save during a run ends that run. @returns the exit code */
export async function watchProject(first: Project, { read, once, name }: Watched, context: Context): Promise<number> {
  const { terminal, signal: ended = new AbortController().signal } = context
  using saves = new Saves(ended)
  const readAll = async (): Promise<Project> => {
    const project = await read()
    return saves.watch(project.folders) ? readAll() : project // what was saved before the folder was watched has made no event
  }
  const changed = async (from: Project): Promise<Project> => {
    for (;;) {
      await saves.next()
      try {
        const project = await readAll()
        if (!isSame(project.files, from.files) || !isSame(project.inputs, from.inputs)) return project
      } catch (error) {
        if (!isPassing(error)) throw error
        if (error instanceof UsageError) terminal.error(`credence run: ${error.message}\n`)
      }
    }
  }
  saves.watch(first.folders)
  try {
    for (let [project, count] = [await readAll(), 1]; ; count++) {
      const controller = new AbortController()
      const saved = changed(project)
      saved.then(
        () => controller.abort(new Error('saved')),
        () => controller.abort(new Error('ended')),
      )
      begin(count, name, context)
      const code = await once(project, AbortSignal.any([controller.signal, ended])).catch((error: unknown) => {
        if (!controller.signal.aborted && !ended.aborted) throw error
        return undefined // a build that was cut short
      })
      if (code !== undefined && !controller.signal.aborted && !ended.aborted)
        terminal.error(`credence: exit code ${code}; runs again when a file is saved (Ctrl-C ends)\n`)
      project = await saved
    }
  } catch (error) {
    if (!ended.aborted) throw error
    terminal.progress('')
    return EXIT.cancelled
  }
}

/** A screen is cleared, so that it shows one run; in a file or a pipe a line stands between two. */
function begin(count: number, name: string, { terminal }: Context): void {
  if (terminal.isScreen) terminal.out('\u001b[2J\u001b[3J\u001b[H')
  else if (count > 1) terminal.error(`credence: run ${count} of ${name}\n`)
}

function isSame(one: ReadonlyMap<string, Uint8Array>, other: ReadonlyMap<string, Uint8Array>): boolean {
  return (
    one.size === other.size && [...one].every(([name, bytes]) => Buffer.compare(bytes, other.get(name) ?? NOTHING_LIKE_IT) === 0 && other.has(name))
  )
}
const NOTHING_LIKE_IT = new Uint8Array()

/** A file that an editor is about to replace is not there for a moment; what was deleted may come back. */
function isPassing(error: unknown): boolean {
  return error instanceof UsageError || typeof (error as NodeJS.ErrnoException).syscall === 'string'
}

/** Events of folders, gathered: an editor makes several with each save. */
class Saves {
  readonly #watchers = new Map<string, FSWatcher | NodeJS.Timeout>()
  readonly #signal: AbortSignal
  #events = 0
  #wake: () => void = () => {}

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /** Of exactly these folders. @returns whether there are new ones among them */
  watch(folders: ReadonlySet<string>): boolean {
    for (const [folder, watcher] of this.#watchers) if (!folders.has(folder)) this.#stop(folder, watcher)
    const added = [...folders].filter((folder) => !this.#watchers.has(folder))
    for (const folder of added) this.#watchers.set(folder, this.#start(folder))
    return added.length > 0
  }
  #start(folder: string): FSWatcher | NodeJS.Timeout {
    const hear = () => {
      this.#events++
      this.#wake()
    }
    try {
      const watcher = watch(folder, hear)
      watcher.on('error', () => {
        this.#stop(folder, watcher) // the folder was removed; it is watched again when it is read again
        hear()
      })
      return watcher
    } catch {
      return setInterval(hear, LOOK_MILLISECONDS) // the system watches no more folders, or not this kind
    }
  }
  #stop(folder: string, watcher: FSWatcher | NodeJS.Timeout): void {
    this.#watchers.delete(folder)
    if ('close' in watcher) (watcher as FSWatcher).close()
    clearInterval(watcher as NodeJS.Timeout)
  }

  /** Resolves when there were events and then none for a moment. @throws the reason of the signal */
  async next(): Promise<void> {
    while (this.#events === 0 && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    for (let known = 0; known !== this.#events && !this.#signal.aborted; ) {
      known = this.#events
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLISECONDS))
    }
    this.#events = 0
    this.#signal.throwIfAborted()
  }

  [Symbol.dispose](): void {
    for (const [folder, watcher] of this.#watchers) this.#stop(folder, watcher)
  }
}
const SETTLE_MILLISECONDS = 30
const LOOK_MILLISECONDS = 1000
