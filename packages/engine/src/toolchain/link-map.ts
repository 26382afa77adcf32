// Which functions of a linked module are the user's: from the map that wasm-ld writes with `-Map`, where each line of the code section
// names the object or archive member that a function came from.
//   Addr      Off     Size Out     In      Symbol
//      -      1cd     5dd0 CODE
//      -      1d1       58         /usr/lib/wasm32-wasip1/crt1-command.o:(_start)
//      -      1d1       58                 _start
import { ROOTS } from './paths.ts'

/** Where the linker leaves its map: in the root folder, whose files a tool gives back. */
export const LINK_MAP = 'link.map'

const SECTION = /^ *\S+ +\S+ +\S+ \S/
const INPUT = /^ *\S+ +\S+ +\S+ {9}(\S.*?):\(/
const PROVIDED = ['<internal>', '/usr/', `${ROOTS.parts}/`]

/** For each function of the code section, in order: whether it came from an object or archive of the user's. */
export function ownFunctions(map: string): boolean[] {
  const own: boolean[] = []
  let code = false
  for (const line of map.split('\n')) {
    if (SECTION.test(line)) code = / CODE$/.test(line)
    else if (code) {
      const [, input] = INPUT.exec(line) ?? []
      if (input !== undefined) own.push(!PROVIDED.some((start) => input.startsWith(start)))
    }
  }
  return own
}
