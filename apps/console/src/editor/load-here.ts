// The engine of this browser, which only those need who run programs in it: loaded once it is asked for.
let loading: Promise<typeof import('./run-here.ts')> | undefined

export function loadHere(): Promise<typeof import('./run-here.ts')> {
  loading ??= import('./run-here.ts')
  loading.catch(() => {
    loading = undefined
  })
  return loading
}
/** Undefined where nobody asked for it yet. */
export const loadedHere = (): Promise<typeof import('./run-here.ts')> | undefined => loading
