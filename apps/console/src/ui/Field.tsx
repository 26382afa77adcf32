// A labelled input with its hint and what is wrong with it. The browser's own input, so that it fills in, pastes and zooms as people expect.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong; it is announced and the field marked. */
  readonly fault?: string | undefined
  readonly after?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}
export function Field({ label, hint, fault, after, ...input }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <input {...input} id={id} aria-describedby={described || undefined} aria-invalid={fault ? true : undefined} />
        {after}
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
