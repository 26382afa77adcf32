// What flang says, told to the user: without its own summary lines, and what it cannot do yet named as such.

/** What it says when it breaks down, to the end: frames, paths and names of the machine. */
const BREAKDOWN = /^(?:PLEASE submit a bug report|Stack dump|LLVM ERROR: aborting|[\w.-]*flang[\w.-]*: error: unable to execute command)[\s\S]*/m

/** @param directory  where flang found the sources */
export function flangMessages(text: string, directory: string): string {
  return text
    .replace(BREAKDOWN, '')
    .replaceAll(`${directory}/`, '')
    .replace(/^\.\//gm, '')
    .replace(/^error: Semantic errors in .*\n/gm, '')
    .replace(/^error: Could not (parse|scan) .*\n/gm, '')
    .replace(/^flang(-new)?(-\d+)?: (error|warning): /gm, '$3: ')
    .replace(/^error: loc\("([^"]+)":(\d+):(\d+)\): .*?: not yet implemented: (.*)$/gm, '$1:$2:$3: error: not available in this version of flang: $4')
}

/** What the linker says where flang calls the runtime with other arguments than it takes: the call would only fail when it is reached. */
export function mismatchedCall(messages: string): string | undefined {
  const name = /function signature mismatch: (_FortranA\w+)/.exec(messages)?.[1]
  return name && `error: this version of flang calls ${name} with arguments that the runtime does not know; flang 22 is known to work`
}

/** Undefined symbols of the runtime, which are no names of the user's. */
export function missingFeature(symbol: string): string | undefined {
  if (symbol === '_FortranAfetestexcept') return 'ieee_get_flag is not available: arithmetic of WebAssembly raises no flags'
  const name = /^_FortranA(io)?(\w+)$/.exec(symbol)
  return name ? `this feature of Fortran is not available yet (${name[2]} of the runtime)` : undefined
}
