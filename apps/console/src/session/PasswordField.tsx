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
  readonly isOptional?: boolean
  readonly autoFocus?: boolean
  readonly onInput?: (text: string) => void
}
/** A password that can be looked at. */
export function PasswordField({ name = 'password', onInput, isOptional = false, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...rest}
      name={name}
      type={isShown ? 'text' : 'password'}
      required={!isOptional}
      spellCheck={false}
      onInput={(event) => onInput?.(event.currentTarget.value)}
      after={
        <button type="button" className="button button-small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Show<span className="visually-hidden"> {rest.label}</span>
        </button>
      }
    />
  )
}
