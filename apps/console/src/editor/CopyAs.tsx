import type { Core } from '@credence/contract'
import { copyText } from '@credence/ui/copy-text'
import type { Draft } from '../programs/draft.ts'
import { announce } from '../state/live-region.ts'
import { copiedAs, FORMS, type Form } from './copy-as.ts'

/** The run as a call of the API, or of the command. */
export function CopyAs({ draft, core }: { readonly draft: Draft; readonly core: Core | undefined }) {
  const copy = async (form: Form) => {
    if (core && (await copyText(copiedAs(form, draft, core, location.origin)))) announce(`Copied as ${form}`)
  }
  return (
    <select aria-label="Copy as" className="copy-as" value="" onChange={(event) => void copy(event.target.value as Form)}>
      <option value="" disabled>
        Copy as
      </option>
      {FORMS.map((form) => (
        <option key={form}>{form}</option>
      ))}
    </select>
  )
}
