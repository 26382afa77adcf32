// The same for many rows, a few at a time. Those that fail keep their reasons.
export interface BulkResult {
  readonly done: readonly string[]
  readonly failed: ReadonlyMap<string, string>
}
const AT_ONCE = 4

export async function forEachRow(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void = () => {},
): Promise<BulkResult> {
  const waiting = [...ids]
  const done: string[] = []
  const failed = new Map<string, string>()
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await act(id)
        done.push(id)
      } catch (error) {
        failed.set(id, error instanceof Error ? error.message : String(error))
      }
      onProgress(done.length + failed.size)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { done, failed }
}
