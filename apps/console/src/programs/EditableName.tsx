// A name that can be changed where it stands: Enter keeps it, Escape does not, and an empty one gives back the name it had.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'

interface NameFieldProps {
  /** Of what is named, as in "Name of task a". */
  readonly what: string
  readonly name: string
  readonly maxLength: number
  /** @param name  undefined: it stays as it was */
  readonly onEnd: (name: string | undefined) => void
}
export function NameField({ what, name, maxLength, onEnd }: NameFieldProps) {
  const [text, setText] = useState(name)
  const isOver = useRef(false)
  const end = (isKept: boolean) => {
    if (isOver.current) return // the field loses the focus as it goes
    isOver.current = true
    onEnd(isKept && text.trim() !== name ? text.trim() : undefined)
  }
  return (
    <input
      className="name-field"
      aria-label={`Name of ${what}`}
      // biome-ignore lint/a11y/noAutofocus: who asked to rename it is about to type
      autoFocus
      value={text}
      maxLength={maxLength}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          end(event.key === 'Enter')
        }
      }}
    />
  )
}

/** Gives the focus that went with a field to what comes after it, unless somebody moved it. */
export function focusLeft(next: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) next()?.focus()
  })
}

interface EditableNameProps extends Pick<NameFieldProps, 'what' | 'name' | 'maxLength'> {
  readonly children: ReactNode
  readonly onRename: (name: string) => void
  /** For who lets it be pressed by a key. */
  readonly button?: RefObject<HTMLButtonElement | null>
}
export function EditableName({ what, name, maxLength, children, onRename, button: given }: EditableNameProps) {
  const [isOpen, setOpen] = useState(false)
  const own = useRef<HTMLButtonElement>(null)
  const button = given ?? own
  if (isOpen)
    return (
      <NameField
        what={what}
        name={name}
        maxLength={maxLength}
        onEnd={(next) => {
          if (next !== undefined) onRename(next)
          setOpen(false)
          focusLeft(() => button.current)
        }}
      />
    )
  return (
    <>
      {children}{' '}
      <button ref={button} type="button" className="icon-button name-edit" aria-label={`Rename ${what}`} onClick={() => setOpen(true)}>
        <Icon name="edit" size={14} />
      </button>
    </>
  )
}
