import { useId } from 'react'

interface ChoiceProps<Id extends string> {
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly label: string; readonly obstacle?: string | undefined }[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  readonly hint?: string | undefined
}
/** One of a few, all in view. */
export function Choice<Id extends string>({ label, options, value, onChange, hint }: ChoiceProps<Id>) {
  const name = useId()
  return (
    <fieldset className="choice" aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend>{label}</legend>
      <div className="row">
        {options.map(({ id, label: word, obstacle }) => (
          <label key={id} title={obstacle}>
            <input type="radio" name={name} checked={id === value} disabled={obstacle !== undefined} onChange={() => onChange(id)} />
            {word}
          </label>
        ))}
      </div>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
