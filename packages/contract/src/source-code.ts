// `Code` of a source-code build: plain text or Base64. The two are told apart by content, because clients never say which they send.

/**
 * The program text. Base64 if the text has only characters of its alphabet and line ends, is padded right and decodes to UTF-8
 * without control characters but tab and line ends; plain otherwise, as every real program is (it has a brace or a blank).
 */
export function decodeSourceCode(code: string): string {
  if (!/^[A-Za-z0-9+/=\r\n]*$/.test(code)) return code
  const digits = code.replace(/[\r\n]/g, '')
  if (digits.length === 0 || digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return code
  return readable(Uint8Array.from(atob(digits), (character) => character.charCodeAt(0))) ?? code
}

function readable(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
