// Memories, in pages of 64 KiB.
// Source: WebAssembly Core Specification 3.0, section 5.5.8.
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'
import { readLimits, writeLimits } from './limits.ts'

export const memories = vectorForm(SECTION.memory, readLimits, writeLimits)

/** Bytes of a page. */
export const PAGE = 65_536
