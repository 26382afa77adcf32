import { type ReactNode, useState } from 'react'
import { Field } from '../ui/Field.tsx'

interface PasswordFieldProps {
  readonly label: string
  readonly name?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: ReactNode
  readonly fault?: string | undefined
  readonly minLength?: number
  readonly maxLength?: number
  readonly onInput?: (text: string) => void
}
/** A password that can be looked at. */
export function PasswordField({ name = 'password', onInput, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...rest}
      name={name}
      type={isShown ? 'text' : 'password'}
      required
      spellCheck={false}
      onInput={(event) => onInput?.(event.currentTarget.value)}
      after={
        <button type="button" className="button button-small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Show
        </button>
      }
    />
  )
}
