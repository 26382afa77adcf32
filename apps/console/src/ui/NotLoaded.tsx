import { NetworkError } from '@credence/client'
import { messageOf } from './ErrorNote.tsx'

/** In place of what is not there, and why. @param error  of who asked for it; null or undefined: it is nothing, or on its way */
export function NotLoaded({ error }: { readonly error?: unknown }) {
  if (!error) return <>–</>
  const why = navigator.onLine ? (error instanceof NetworkError ? ': no answer' : '') : ': offline'
  return <span title={messageOf(error)}>not loaded{why}</span>
}
