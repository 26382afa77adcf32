// What went wrong, in a C programmer's words: a message and the functions that were running, from the error an engine throws.
// Function names are those of the module's name section, which V8 puts into `error.stack`.

export interface Fault {
  readonly message: string
  /** C function names, innermost first; a recursion is one entry. */
  readonly stack: readonly string[]
}

/** Texts of V8 first, then SpiderMonkey, then JavaScriptCore. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/call stack|too much recursion/i, 'stack overflow'],
  [/memory access|index out of bounds/i, 'out of bounds memory access'],
  [/(divide|remainder|division) by zero/i, 'integer divide by zero'],
  [/divide result unrepresentable|integer overflow/i, 'integer overflow'],
  [/float unrepresentable|invalid conversion to integer|out of bounds trunc/i, 'number out of the range of the integer type it is converted to'],
  // What the compiler puts where it sees that a program has no meaning.
  [/unreachable/i, 'undefined behaviour (a null pointer, a missing return) or __builtin_trap'],
  [
    /function signature|null function|indirect call|table index|dereferencing a null|indirect call to null/i,
    'call through an invalid function pointer',
  ],
  [/table index/i, 'call through an invalid function pointer'],
]

export function faultOf(error: unknown): Fault | undefined {
  if (typeof WebAssembly.Exception === 'function' && error instanceof WebAssembly.Exception) return { message: 'uncaught exception', stack: [] }
  if (!(error instanceof Error)) return undefined
  const found = MESSAGES.find(([pattern]) => pattern.test(error.message))
  const fromProgram =
    error instanceof WebAssembly.RuntimeError || (found?.[1] === 'stack overflow' && /wasm-function|wasm:\/\//.test(error.stack ?? ''))
  if (!fromProgram) return undefined
  return { message: found?.[1] ?? error.message, stack: stackOf(error) }
}

/** "in update, called by main". Empty without names. */
export function place(stack: readonly string[]): string {
  if (stack.length === 0) return ''
  const shown = stack.length > 4 ? [...stack.slice(0, 3), '…', stack.at(-1)!] : stack
  return ` in ${shown.join(', called by ')}`
}

/** Names of the program's functions that were running when the error was made; frames of the runtime module are left out. */
export function stackOf(error: Error): string[] {
  const frames = [...(error.stack ?? '').matchAll(/^ *at (?:(.+) \()?(wasm:\/\/wasm\/[^:]*):wasm-function/gm)]
  const program = frames.at(-1)?.[2] // the outermost frame is the program's
  const names: string[] = []
  for (const [, name, module] of frames) {
    const plain = module === program && name ? sourceName(name.replace(MODULE_NAME, '')) : undefined
    if (plain && plain !== names.at(-1)) names.push(plain)
  }
  return names
}

/** V8 puts the module's name, which may have dots itself, and a dot in front of the function's. */
const MODULE_NAME = /^[^ (<]*\.(?=[^.])/

/** Undefined for what the user did not write. C++ names keep their scope and lose their parameters. */
function sourceName(bare: string): string | undefined {
  if (bare === '__original_main' || bare === '__main_argc_argv' || bare === '__main_void') return 'main'
  if (/^(_start|_Exit|_exit|exit|__.*|_Z.*|ux_.*)$/.test(bare)) return undefined
  return bare
    .replace(/\(anonymous namespace\)::/g, '')
    .replace(/[(<].*$/, '')
    .replace(/^.* /, '')
}
