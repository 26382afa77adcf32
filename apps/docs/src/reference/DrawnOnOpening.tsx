// Details whose content is drawn when they are first opened.
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  readonly summary: ReactNode
  /** Open, and so drawn, from the start. */
  readonly open?: boolean
  readonly children: () => ReactNode
}

export default function DrawnOnOpening({ summary, open = false, children }: Props) {
  const [drawn, setDrawn] = useState(open)
  const details = useRef<HTMLDetailsElement>(null)
  // They may have been opened before this code was there to hear of it.
  useEffect(() => {
    if (details.current?.open) setDrawn(true)
  }, [])
  return (
    <details ref={details} open={open} onToggle={() => setDrawn(true)}>
      <summary>{summary}</summary>
      {drawn ? children() : null}
    </details>
  )
}
