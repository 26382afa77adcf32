import { type Call, FORMS, type Form } from './copy-as.ts'
import { copyCall } from './copy-call.ts'

interface CopyAsProps {
  /** Of a form, from what stands in it now. */
  readonly call: Call | ((form: FormData) => Call)
  readonly what?: string
}
/** What is shown, or what a form is about to send, as a call of the API or of the command. */
export function CopyAs({ call, what = '' }: CopyAsProps) {
  const copy = (form: Form, within: HTMLFormElement | null) =>
    copyCall(form, typeof call === 'function' ? call(new FormData(within ?? undefined)) : call)
  const label = what ? `Copy ${what} as` : 'Copy as'
  return (
    <select aria-label={label} className="copy-as" value="" onChange={(event) => void copy(event.target.value as Form, event.target.form)}>
      <option value="" disabled>
        Copy as
      </option>
      {FORMS.map((form) => (
        <option key={form}>{form}</option>
      ))}
    </select>
  )
}
