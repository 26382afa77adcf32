// Bytes as characters of the same numbers, and back: for text whose encoding does not matter, or whose offsets count bytes. ISO/IEC 8859-1, which
// `TextDecoder('latin1')` is not: by the Encoding standard that is windows-1252, which has other characters for 0x80 to 0x9f.

const PIECE = 1 << 14 // arguments of one call

export function charactersOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return text
}
export function bytesOf(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0))
}
