// Small modules that are written where they are needed, section by section.
import { Writer } from './bytes.ts'
import { OP } from './opcodes.ts'
import { HEAD } from './sections.ts'

/** Its number, and what writes its contents. */
export type MadeSection = readonly [id: number, fill: (w: Writer) => void]

/** @param sections  in the order that the binary format wants */
export function moduleOf(sections: readonly MadeSection[], capacity = 1024): Uint8Array<ArrayBuffer> {
  const out = new Writer(capacity)
  out.copy(new Uint8Array(HEAD))
  for (const [id, fill] of sections) {
    const w = new Writer()
    fill(w)
    out.byte(id)
    out.sized(w.view())
  }
  return out.view().slice()
}
export function put(w: Writer, ...all: readonly number[]): void {
  for (const byte of all) w.byte(byte)
}
export function putInt(code: Writer, value: number): void {
  code.byte(OP.i32Const)
  code.s32(value)
}
/** An import from the module without a name. */
export function putImport(w: Writer, name: string, ...all: readonly number[]): void {
  w.name('')
  putExport(w, name, ...all)
}
export function putExport(w: Writer, name: string, ...all: readonly number[]): void {
  w.name(name)
  put(w, ...all)
}
