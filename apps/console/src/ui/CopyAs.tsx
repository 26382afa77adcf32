import { copyText } from '@credence/ui/copy-text'
import { announce } from '../state/live-region.ts'
import { type Call, copiedAs, FORMS, type Form } from './copy-as.ts'

/** What is shown, or what a form is about to send, as a call of the API or of the command. */
export function CopyAs({ call, what = '' }: { readonly call: Call; readonly what?: string }) {
  const copy = async (form: Form) => {
    if (await copyText(copiedAs(form, call, location.origin))) announce(`Copied as ${form}`)
  }
  const label = what ? `Copy ${what} as` : 'Copy as'
  return (
    <select aria-label={label} className="copy-as" value="" onChange={(event) => void copy(event.target.value as Form)}>
      <option value="" disabled>
        Copy as
      </option>
      {FORMS.map((form) => (
        <option key={form}>{form}</option>
      ))}
    </select>
  )
}
