/** Milliseconds without a key after which what stands around the code follows it: a key of somebody who types on does not wait for that. */
const REST_MS = 150

/** What calls `act` once nobody asked for it for a moment. */
export function afterRest(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(act, REST_MS)
  }
}
