// Which functions of a linked module are the user's: from the map that wasm-ld writes with `-Map`, where each line of the code section
// names the object or archive member that a function came from.
//   Addr      Off     Size Out     In      Symbol
//      -      1cd     5dd0 CODE
//      -      1d1       58         /usr/lib/wasm32-wasip1/crt1-command.o:(_start)
//      -      1d1       58                 _start
import { ROOTS } from './paths.ts'

/**
 * What the linker writes to standard output with `-Map=- -o -`: the map, a text, then the module, which begins with a zero byte.
 * In a file the map would cost more than a second: the tool's file system copies a whole file with each small write.
 */
export function splitLinked(output: Uint8Array): { readonly map: string; readonly module: Uint8Array } {
  const start = output.indexOf(0)
  return { map: new TextDecoder().decode(output.subarray(0, start)), module: output.slice(start) }
}

const SECTION = /^ *\S+ +\S+ +\S+ \S/
const INPUT = /^ *\S+ +\S+ +\S+ {9}(\S.*?):\(/
const PROVIDED = ['<internal>', '/usr/', `${ROOTS.parts}/`]

/** For each function of the code section, in order: whether it came from an object or archive of the user's. */
export function ownFunctions(map: string): boolean[] {
  return inputs(map).map((input) => !PROVIDED.some((start) => input.startsWith(start)))
}
/** Likewise, whether it came from our own library or the linker. */
export function ourFunctions(map: string): boolean[] {
  return inputs(map).map((input) => OURS.some((start) => input.startsWith(start)))
}
const OURS = ['<internal>', `${ROOTS.parts}/`]

function inputs(map: string): string[] {
  const found: string[] = []
  let code = false
  for (const line of map.split('\n')) {
    if (SECTION.test(line)) code = / CODE$/.test(line)
    else if (code) {
      const [, input] = INPUT.exec(line) ?? []
      if (input !== undefined) found.push(input)
    }
  }
  return found
}
