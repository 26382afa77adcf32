import { copyText } from '@credence/ui/copy-text'
import { announce } from '../state/live-region.ts'
import { type Call, copiedAs, FORMS, type Form } from './copy-as.ts'

interface CopyAsProps {
  /** Of a form, from what stands in it now. */
  readonly call: Call | ((form: FormData) => Call)
  readonly what?: string
}
/** What is shown, or what a form is about to send, as a call of the API or of the command. */
export function CopyAs({ call, what = '' }: CopyAsProps) {
  const copy = async (form: Form, within: HTMLFormElement | null) => {
    const now = typeof call === 'function' ? call(new FormData(within ?? undefined)) : call
    if (await copyText(copiedAs(form, now, location.origin))) announce(`Copied as ${form}`)
  }
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
