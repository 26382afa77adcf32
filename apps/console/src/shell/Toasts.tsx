import { useEffect, useState } from 'react'
import { useStore } from '../state/store.ts'
import { dropToast, TOAST_MS, type Toast, toasts } from '../state/toasts.ts'
import { Icon } from '../ui/Icon.tsx'

/** They go after five seconds, unless somebody points at them or is on them. */
export function Toasts() {
  const shown = useStore(toasts)
  return (
    <ol className="toasts" aria-label="Notices" aria-live="polite">
      {shown.map((each) => (
        <OneToast key={each.id} {...each} />
      ))}
    </ol>
  )
}

function OneToast({ id, text, kind }: Toast) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dropToast(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    <li
      className="toast"
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind === 'done' ? 'check' : 'warning'} />
      <span>{text}</span>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dropToast(id)}>
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
