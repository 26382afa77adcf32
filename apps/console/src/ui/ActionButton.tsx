// A button that, where it cannot be used, says why: to who points at it, who reaches it by keyboard and who hears it.
import { type ReactNode, useId } from 'react'

interface ActionButtonProps {
  readonly children: ReactNode
  readonly onAction: () => void
  readonly obstacle?: string | undefined
  readonly look?: 'plain' | 'primary' | 'danger'
  readonly isSmall?: boolean
  readonly type?: 'button' | 'submit'
  readonly label?: string | undefined
}
export function ActionButton({ children, onAction, obstacle, look = 'plain', isSmall = false, type = 'button', label }: ActionButtonProps) {
  const id = useId()
  const classes = ['button', look !== 'plain' && `button-${look}`, isSmall && 'button-small'].filter(Boolean).join(' ')
  return (
    <span className="with-reason">
      <button
        type={type}
        className={classes}
        aria-label={label}
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={obstacle === undefined ? undefined : id}
        onClick={(event) => {
          if (obstacle === undefined) return type === 'button' ? onAction() : undefined
          event.preventDefault()
        }}
      >
        {children}
      </button>
      {obstacle !== undefined && (
        <span className="reason" role="tooltip" id={id}>
          {obstacle}
        </span>
      )}
    </span>
  )
}
