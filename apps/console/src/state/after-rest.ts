/** Milliseconds in which no key, pointer or scrolling came: what takes longer than a key or a frame may waits for that, and somebody who goes on does not wait for it. */
export const REST_MS = 150

export interface AfterRest {
  /** Asks for it; asked for again before its time, it waits anew. @param since  when the rest began, as events say it: a page hears of them a frame later */
  (since?: number): void
  /** Nobody asks for it any more. */
  cancel(): void
}
/** What calls `act` once nobody asked for it for a moment. */
export function afterRest(act: () => void): AfterRest {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const ask = (since = performance.now()) => {
    cancel()
    timer = setTimeout(act, Math.max(0, REST_MS - (performance.now() - since)))
  }
  return Object.assign(ask, { cancel })
}
