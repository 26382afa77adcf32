/** Milliseconds in which no key, pointer or scrolling came: what takes longer than a key or a frame may waits for that, and somebody who goes on does not wait for it. */
export const REST_MS = 150

export interface AfterRest {
  /** Asks for it; asked for again before its time, it waits anew. */
  (): void
  /** Nobody asks for it any more. */
  cancel(): void
}
/** What calls `act` once nobody asked for it for a moment. */
export function afterRest(act: () => void): AfterRest {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const ask = () => {
    cancel()
    timer = setTimeout(act, REST_MS)
  }
  return Object.assign(ask, { cancel })
}
