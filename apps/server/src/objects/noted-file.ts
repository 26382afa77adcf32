// A file that says something of itself behind its bytes, so that both are written, flushed and renamed as one:
//
//   the bytes | a line of JSON | its length: u32, little-endian | 'cnt1'
import type { FileHandle } from 'node:fs/promises'

const MARK = new TextEncoder().encode('cnt1')
const FRAME_BYTES = 4 + MARK.length
/** What is read at first; notes are shorter. */
const USUAL_BYTES = 256

export function noteLine(note: object): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(note))
  const bytes = new Uint8Array(text.length + FRAME_BYTES)
  bytes.set(text)
  new DataView(bytes.buffer).setUint32(text.length, text.length, true)
  bytes.set(MARK, text.length + 4)
  return bytes
}

/**
 * @param length  of the file
 * @returns how many bytes stand before the note, and the note
 * @throws Error  the file has none: nothing here wrote it
 */
export async function readNote<Note extends object>(file: FileHandle, length: number): Promise<{ size: number; note: Note }> {
  const tail = await lastBytes(file, length, USUAL_BYTES)
  const frame = tail.length - FRAME_BYTES
  if (frame < 0 || !MARK.every((byte, index) => tail[frame + 4 + index] === byte)) throw new Error('a stored object has no note')
  const noted = new DataView(tail.buffer, tail.byteOffset + frame).getUint32(0, true)
  const size = length - FRAME_BYTES - noted
  if (size < 0) throw new Error('a stored object has no note')
  const text = noted <= frame ? tail.subarray(frame - noted, frame) : (await lastBytes(file, length, noted + FRAME_BYTES)).subarray(0, noted)
  return { size, note: JSON.parse(new TextDecoder().decode(text)) as Note }
}

async function lastBytes(file: FileHandle, length: number, count: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(length, count))
  let got = 0
  while (got < bytes.length) {
    const { bytesRead } = await file.read(bytes, got, bytes.length - got, length - bytes.length + got)
    if (bytesRead === 0) throw new Error('a stored object is shorter than it was')
    got += bytesRead
  }
  return bytes
}
