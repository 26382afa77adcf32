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
    .replace(/^error: loc\("([^"]+)":(\d+):(\d+)\): .*?not yet implemented: (.*)$/gim, '$1:$2:$3: error: not available in this version of flang: $4')
    .replace(
      /\berror: (REAL|COMPLEX)\(KIND=(\d+)\) is not an enabled type for this target/g,
      (_all, type: string, kind: string) => `error: ${type.toLowerCase()}(${kind}) is not available: ${WIDEST}`,
    )
    .replace(
      /\berror: (REAL|COMPLEX)\(KIND=-\d+\) is not a supported type/g,
      (_all, type: string) => `error: no ${type.toLowerCase()} of this kind is available: ${WIDEST}`,
    )
}

/** A program asks for more by a number, by `real128`, or by `selected_real_kind`, which then gives a negative kind. */
const WIDEST = 'the widest is real(8), with 15 digits; quadruple and extended precision are not there'

/** Columns of a line of fixed form, as long as no option says otherwise. */
const FIXED_COLUMNS = 72

/**
 * For mistakes on lines that go on where fixed form ends: a note on the first of them.
 * @param messages  of flang, told to the user
 * @param text      of the source, in fixed form
 */
export function cutLine(messages: string, source: string, text: string): string {
  const lines = text.split('\n')
  for (const [place, file, line] of messages.matchAll(/^(.+?):(\d+):\d+: error: /gm))
    if (file === source && (lines[Number(line) - 1] ?? '').trimEnd().length > FIXED_COLUMNS)
      return `${place.replace(/:\d+: error: $/, '')}: note: the line goes on behind column ${FIXED_COLUMNS}, where fixed form ends; continue it on the next one, or have FFLAGS = -ffixed-line-length-132 in config.mk\n`
  return ''
}

/** What the linker says where flang calls the runtime with other arguments than it takes: the call would only fail when it is reached. */
export function mismatchedCall(messages: string): string | undefined {
  const name = /function signature mismatch: (_FortranA\w+)/.exec(messages)?.[1]
  if (name) return `error: this version of flang calls ${name} with arguments that the runtime does not know; flang 22 is known to work`
  const extension = /function signature mismatch: (\w+)_\n(?:>>> .*\n)*?>>> defined as .* in \S*libUxFortran\.a/.exec(`${messages}\n`)?.[1]
  return (
    extension && `error: ${extension} takes other arguments, or gives another type, than it is called with here; declare it, or have one of your own`
  )
}

/** Undefined symbols of the runtime, which are no names of the user's. */
export function missingFeature(symbol: string): string | undefined {
  if (symbol === '_FortranAfetestexcept') return 'ieee_get_flag is not available: arithmetic of WebAssembly raises no flags'
  const name = /^_FortranA(io)?(\w+)$/.exec(symbol)
  const outside = OUTSIDE.get(name?.[2] ?? '')
  if (outside) return `${outside} is not available: a program has no other processes, no network and no users`
  return name ? `this feature of Fortran is not available yet (${name[2]} of the runtime)` : undefined
}

/** What flang's runtime has and no program here can do, by the program's name for it. */
const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['ExecuteCommandLine', 'execute_command_line'],
  ['System', 'system'],
  ['Signal', 'signal'],
  ['Hostnm', 'hostnm'],
  ['GetUID', 'getuid'],
  ['GetGID', 'getgid'],
])

/** A procedure as the program names it; undefined where the symbol is none of Fortran's. */
export function procedureName(symbol: string): string | undefined {
  const [, module, own] = /^_QM([a-z][a-z0-9_]*)P([a-z]\w*)$/.exec(symbol) ?? []
  return module ? `${own} of module ${module}` : /^([a-z]\w*)_$/.exec(symbol)?.[1]
}
