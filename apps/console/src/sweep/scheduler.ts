// Starts the runs of a sweep, a few at a time: one build for each core, then its tasks. What fails keeps its reason and holds up nothing else.

export type CellState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'building' }
  | { readonly kind: 'running'; readonly task: string }
  | { readonly kind: 'ended'; readonly task: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly task?: string }

export interface Hands {
  /** The build of a core, once it can run. @throws Error  it stopped */
  readonly build: (core: string) => Promise<string>
  /** @returns the id of the task, which has only been accepted */
  readonly start: (build: string, words: string) => Promise<string>
  /** Settled when the task has ended, however it ended. */
  readonly ended: (task: string) => Promise<unknown>
}
export interface Wanted {
  readonly index: number
  readonly core: string
  readonly arguments: string
}

/**
 * @param atOnce  cells that are worked on at the same time
 * @param tell  told of each change, by the index of the cell
 */
export async function runCells(
  cells: readonly Wanted[],
  atOnce: number,
  hands: Hands,
  tell: (index: number, state: CellState) => void,
  signal?: AbortSignal,
): Promise<void> {
  const builds = new Map<string, Promise<string>>()
  const waiting = [...cells]
  const work = async () => {
    for (let cell = waiting.shift(); cell && !signal?.aborted; cell = waiting.shift()) {
      const { index, core } = cell
      let task: string | undefined
      try {
        const known = builds.get(core)
        if (!known) {
          tell(index, { kind: 'building' })
          builds.set(core, hands.build(core))
        }
        const build = await builds.get(core)!
        if (signal?.aborted) return
        task = await hands.start(build, cell.arguments)
        tell(index, { kind: 'running', task })
        await hands.ended(task)
        tell(index, { kind: 'ended', task })
      } catch (error) {
        tell(index, { kind: 'failed', reason: error instanceof Error ? error.message : String(error), ...(task && { task }) })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, work))
}
