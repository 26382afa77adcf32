// The prototypes of a function in uxhw.h.

/** Both forms of `name` (without prefix), or the very function when `name` begins with UxHw. @throws RangeError when the header has none */
export function prototypesOf(header: string, name: string): string {
  const names = name.startsWith('UxHw') ? [name] : [`UxHwDouble${name}`, `UxHwFloat${name}`]
  return names
    .map((full) => {
      const found = new RegExp(`^[A-Za-z_][\\w \\t*]*\\b${full}\\s*\\([^;{]*\\);`, 'm').exec(header)
      if (!found) throw new RangeError(`uxhw.h declares no ${full}`)
      return found[0].replace(/\s+/g, ' ').replace(/\( /g, '(')
    })
    .join('\n')
}
