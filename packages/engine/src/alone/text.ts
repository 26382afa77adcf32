// TextEncoder and TextDecoder for an interpreter that has none, as far as texts of the host need them: UTF-8 out, ASCII in.

export class Encoder {
  encode(text: string): Uint8Array {
    const bytes: number[] = []
    for (const character of text) {
      const code = character.codePointAt(0)!
      if (code < 0x80) bytes.push(code)
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    }
    return Uint8Array.from(bytes)
  }
}
export class Decoder {
  /** A byte that is not ASCII becomes U+FFFD: no text that a program may hand over has one. */
  decode(bytes: Uint8Array): string {
    let text = ''
    for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : '\ufffd'
    return text
  }
}
