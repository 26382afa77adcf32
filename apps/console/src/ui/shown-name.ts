/** Signs that turn the direction of text around and are not seen: a name with them would read as another, `exe.txt` for `txt.exe`. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name that anybody may have written, as it is: what would turn it around stands as a replacement character. */
export const shownName = (name: string): string => name.replace(TURNING, '\ufffd')
