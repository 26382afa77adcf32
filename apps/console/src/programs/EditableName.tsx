// A name that can be changed where it stands: Enter keeps it, Escape does not, and an empty one gives back the name it had.
import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'

interface EditableNameProps {
  /** Of what is named, as in "Rename task a". */
  readonly what: string
  readonly name: string
  readonly children: ReactNode
  readonly onRename: (name: string) => void
}
export function EditableName({ what, name, children, onRename }: EditableNameProps) {
  const [text, setText] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const isOver = useRef(false)
  const end = (isKept: boolean) => {
    if (isOver.current) return // the field loses the focus as it goes
    isOver.current = true
    if (isKept && text !== undefined && text.trim() !== name) onRename(text)
    setText(undefined)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (text === undefined)
    return (
      <>
        {children}{' '}
        <button
          ref={button}
          type="button"
          className="icon-button name-edit"
          aria-label={`Rename ${what}`}
          onClick={() => {
            isOver.current = false
            setText(name)
          }}
        >
          <Icon name="edit" size={14} />
        </button>
      </>
    )
  return (
    <input
      className="name-field"
      aria-label={`Name of ${what}`}
      // biome-ignore lint/a11y/noAutofocus: who pressed Rename is about to type
      autoFocus
      value={text}
      maxLength={80}
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
