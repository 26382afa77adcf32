// A function of uxhw.h, in C and in Fortran.
import { procedureOf } from '@credence/engine/uxhw-module'

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

/** The same of the module `uxhw`: the head and the declarations of each procedure; undefined where the module has none of that name. */
export function interfacesOf(module: string, name: string): string | undefined {
  const names = name.startsWith('UxHw') ? [name] : [`UxHwDouble${name}`, `UxHwFloat${name}`]
  const found = names.map((full) => procedureOf(module, full))
  return found.includes(undefined) ? undefined : found.join('\n\n')
}
