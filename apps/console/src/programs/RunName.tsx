// The name by which somebody will know runs that they are about to start.
import { LIMITS } from '@credence/contract'
import { Field } from '../ui/Field.tsx'

interface RunNameProps {
  readonly value: string
  /** What gets it: this run. */
  readonly of: string
  /** Whose name stands for an empty one: its program. */
  readonly or: string
  readonly placeholder?: string
  readonly onName: (name: string) => void
}
export function RunName({ value, of, or, placeholder, onName }: RunNameProps) {
  return (
    <Field
      label="Name"
      value={value}
      autoComplete="off"
      maxLength={LIMITS.job.nameCharacters}
      placeholder={placeholder}
      hint={`By which you will know ${of}; empty: that of ${or}.`}
      onChange={(event) => onName(event.target.value)}
    />
  )
}
