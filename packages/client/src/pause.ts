/** Waits, and throws the reason of `signal` when that aborts, or has. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
    function finish() {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    function abort() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}
