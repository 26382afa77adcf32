// What stands in the place of a part that threw, while the rest goes on.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { CopyButton } from '../ui/CopyButton.tsx'

export function Crash({ error, reset }: ErrorComponentProps) {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  const report = `${stack}\n${location.pathname}\n${navigator.userAgent}`
  return (
    <section className="panel stack" role="alert">
      <h2>This panel crashed</h2>
      <p>{message}</p>
      <p className="row">
        <button type="button" className="button" onClick={reset}>
          Try again
        </button>
        <CopyButton text={report} label="Copy report" />
      </p>
    </section>
  )
}
