// The bodies of the functions that the module defines. Those that are read stay ranges of the source.
// Source: WebAssembly Core Specification 3.0, section 5.5.13.
import type { Reader } from '../bytes.ts'
import type { Form } from './form.ts'

/** A byte range of the source: from the locals to the final `end`. */
export interface Body {
  readonly start: number
  readonly end: number
}
export const CODE = 10

export function readBodies(part: Reader): Body[] {
  return part.vector(() => {
    const body = part.part(part.u32())
    return { start: body.at, end: body.end }
  })
}
/** Each as written from the locals to the final `end`. */
export const writeBodies: Form<readonly Uint8Array[]>['write'] = (w, bodies) => w.vector(bodies, (body) => w.sized(body))
