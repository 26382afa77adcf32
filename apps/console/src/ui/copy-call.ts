// A call of the API into the clipboard, in a form that somebody chose.
import { copyText } from '@credence/ui/copy-text'
import { announce } from '../state/live-region.ts'
import { type Call, copiedAs, type Form } from './copy-as.ts'

export async function copyCall(form: Form, call: Call): Promise<void> {
  if (await copyText(copiedAs(form, call, location.origin))) announce(`Copied as ${form}`)
}
