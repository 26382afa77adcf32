// Bytes to a signed link, told while they go: `fetch` tells nothing of what it sends.
import { ApiError, NetworkError, type SendBytes } from '@credence/client'

export const sendBytes: SendBytes = (link, bytes, onSent, signal) => {
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  const over = Promise.withResolvers<void>()
  request.upload.onprogress = ({ loaded }) => onSent(loaded)
  request.onload = () => {
    if (request.status < 300) over.resolve()
    else over.reject(new ApiError(request.status, `The store answers ${request.status}: the link may have ended. Try again.`))
  }
  request.onerror = () => over.reject(new NetworkError('The connection broke.'))
  request.onabort = () => over.reject(signal?.reason ?? new DOMException('Cancelled', 'AbortError'))
  request.open('PUT', link)
  request.setRequestHeader('content-type', 'application/octet-stream')
  if (signal?.aborted) return Promise.reject(signal.reason)
  signal?.addEventListener('abort', abort, { once: true })
  request.send(bytes)
  return over.promise.finally(() => signal?.removeEventListener('abort', abort))
}
