// The function that runs when the module is instantiated.
// Source: WebAssembly Core Specification 3.0, section 5.5.11.
import { SECTION } from '../sections.ts'
import { numberForm } from './form.ts'

export const start = numberForm(SECTION.start)
