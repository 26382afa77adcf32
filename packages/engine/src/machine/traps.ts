// What went wrong, in a C programmer's words: a message and the functions that were running, from the error an engine throws.
// Function names are those of the module's name section, which V8 puts into `error.stack` with the offset of the instruction;
// file and line are those of the module's lines.
import { NO_NULL_ACCESS, NO_STACK_WANTED, TURNING } from '../abi.ts'
import { CALL, failedAccess } from '../instrument/access.ts'
import { ELSEWHERE, type Locate } from '../lines/section.ts'

/** A function that was running; `at` is "src/main.c:12", where the module has lines. */
export interface Frame {
  readonly name: string
  readonly at?: string
  /** In a recursion, which is one entry: where the function calls itself, or what leads to it. */
  readonly again?: string
}
export interface Fault {
  readonly message: string
  /** Innermost first. */
  readonly stack: readonly Frame[]
}

export const STACK_OVERFLOW = 'stack overflow'

/** Texts of V8 first, then SpiderMonkey, then JavaScriptCore. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/call stack|too much recursion/i, STACK_OVERFLOW],
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

/** Of the program's calls and those of a host function on top of them, which share one stack. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && MESSAGES[0]![0].test(error.message)
}

export function faultOf(error: unknown, locate: Locate = NOWHERE): Fault | undefined {
  if (typeof WebAssembly.Exception === 'function' && error instanceof WebAssembly.Exception) return { message: 'uncaught exception', stack: [] }
  if (!(error instanceof Error)) return undefined
  const found = MESSAGES.find(([pattern]) => pattern.test(error.message))
  const fromProgram = error instanceof WebAssembly.RuntimeError || (isStackOverflow(error) && /wasm-function|wasm:\/\//.test(error.stack ?? ''))
  if (!fromProgram) return undefined
  const stack = stackOf(error, locate)
  const [, kind, what] = CHECK.exec(stack[0]?.name ?? '') ?? []
  if (kind !== undefined) return { message: what ? `${kind} (${what})` : kind, stack: stack.slice(1) }
  return { message: found?.[1] ?? error.message, stack }
}
/** What a check of -fsanitize found: clang names it by a function that it says is inlined at the trap. */
const CHECK = /^__clang_trap_msg\$Undefined Behavior Sanitizer\$(.+?)(?: in '(.+)')?$/s

/** What a program's guards leave behind, and how much stack there is: values of its globals. */
export interface Guards {
  readonly nullAccess: number
  readonly stackWanted: number
  /** What is left free begins here. */
  readonly stackPointer: number
  readonly stackTop: number
  readonly stackBottom: number
  /** Bytes of the machine's own stack, on which calls nest; undefined: nobody knows. */
  readonly callStackBytes: number | undefined
}
/** The fault that a guard found in place of the trap by which it ended the run, and what to do about a stack that is used up. */
export function guardedFault(fault: Fault, guards: Guards): Fault & { readonly advice?: string } {
  if (guards.nullAccess !== NO_NULL_ACCESS) return { ...fault, message: nullMessage(guards.nullAccess) }
  if (guards.stackWanted !== NO_STACK_WANTED) return { ...fault, message: STACK_OVERFLOW, advice: stackAdvice(fault, guards) }
  return fault.message === STACK_OVERFLOW ? { ...fault, advice: callAdvice(guards) } : fault
}
function nullMessage(left: number): string {
  const { address, bytes, writes } = failedAccess(left)
  if (bytes === CALL) return 'call through a null function pointer'
  const many = bytes === 0 ? '' : bytes === 1 ? ' of 1 byte' : ` of ${bytes} bytes`
  return `null pointer ${writes ? 'write' : 'read'}${many} at address 0x${address.toString(16)}`
}
function stackAdvice({ stack }: Fault, { stackWanted, stackPointer, stackTop, stackBottom }: Guards): string {
  const [size, free, frame] = [stackTop - stackBottom, stackPointer - stackBottom, stackPointer - stackWanted]
  const whose = stack[0] ? `the frame of ${stack[0].name}` : 'a frame'
  return `${whose} takes ${frame} bytes and ${free} of the ${size} bytes of stack are free: make large arrays static or use malloc, recurse less deeply, or choose a core with more memory`
}
function callAdvice({ stackPointer, stackTop, stackBottom, callStackBytes }: Guards): string {
  const own = stackTop > stackBottom ? `; of the program's own ${stackTop - stackBottom} bytes of stack ${stackTop - stackPointer} are used` : ''
  const limit = callStackBytes === undefined ? '' : ` of ${callStackBytes} bytes, whatever the core`
  return `calls nest too deep for the machine's call stack${limit}${own}: recurse less deeply, with a loop or a stack of your own`
}

/** "update (src/state.c:7)". Of a recursion that found no stack left, the line of the call that leads on. */
export function functionsOf({ message, stack }: Fault): string[] {
  const shown = stack.length > MOST_SHOWN ? [...stack.slice(0, MOST_SHOWN - 2), { name: '…' }, stack.at(-1)!] : stack
  return shown.map(({ name, at, again }: Frame) => {
    const where = message === STACK_OVERFLOW ? (again ?? at) : at
    return where === undefined ? brief(name) : `${brief(name)} (${brief(where)})`
  })
}
/** Of two functions that call each other to the end of the stack there are thousands. */
const MOST_SHOWN = 100
const LONGEST_SHOWN = 200
const brief = (name: string): string => (name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name)

/** " in update (src/state.c:7), called by main (src/main.c:12)". Empty without names. */
export function place(functions: readonly string[]): string {
  if (functions.length === 0) return ''
  const shown = functions.length > 4 ? [...functions.slice(0, 3), '…', functions.at(-1)!] : functions
  return ` in ${shown.join(', called by ')}`
}

/** The program's functions that were running when the error was made; frames of the runtime module are left out. */
export function stackOf(error: Error, locate: Locate = NOWHERE): Frame[] {
  const text = error.stack ?? ''
  const frames = [...text.matchAll(FRAME)].filter(([, , module]) => !module!.startsWith(STARTER))
  const program = frames.at(-1)?.[2] // the outermost frame is the program's
  const stack: (Frame & { file?: string })[] = []
  let callee = frames[0]?.index === text.search(/^ *at /m) ? undefined : ELSEWHERE
  for (const [, name = '', module, index, offset] of frames) {
    const places = module === program ? locate(Number(offset), callee) : []
    callee = module === program ? Number(index) : ELSEWHERE
    if (module !== program) continue
    for (const frame of framesAt(name.replace(MODULE_NAME, ''), places)) {
      const last = stack.at(-1)
      if (last && frame.at === undefined && frame.name.startsWith('std::')) continue // what std::sort calls on the way to a comparison
      if (last?.name === frame.name && (last.file ?? frame.file) === (frame.file ?? last.file))
        stack[stack.length - 1] = { again: frame.at, ...frame, ...last }
      else stack.push(frame)
    }
  }
  return stack.map(({ name, at, again }) => ({ name, ...(at !== undefined && { at }), ...(again !== undefined && { again }) }))
}
const FRAME = /^ *at (?:(.+) \()?(wasm:\/\/wasm\/[^:]*):wasm-function\[(\d+)\]:(0x[0-9a-f]+)/gm
const STARTER = `wasm://wasm/${TURNING}-`
const NOWHERE: Locate = () => []

/** One function of the module, and more where the compiler put functions into it. */
export function framesAt(name: string, places: ReturnType<Locate>): (Frame & { file?: string })[] {
  const bare = name.replace(/\.(uncertain|either)$/, '') // bodies of a function, see `instrument/twins.ts`
  const known = sourceName(bare)
  if (places.length === 0) return known === undefined ? [] : [{ name: known }]
  return places.map(({ file, line, name: inlined }) => ({
    name: inlined === undefined ? (known ?? bare) : CHECK.test(inlined) ? inlined : shortened(inlined),
    at: line > 0 ? `${file}:${line}` : file,
    file,
  }))
}

/** V8 puts the module's name, which may have dots itself, and a dot in front of the function's. */
const MODULE_NAME = /^[^ (<]*\.(?=[^.])(?!(?:uncertain|either)$)/

/** Undefined for what the user did not write. */
function sourceName(bare: string): string | undefined {
  if (bare === '__original_main' || bare === '__main_argc_argv' || bare === '__main_void') return 'main'
  if (/^(_start|_Exit|_exit|exit|__.*|_Z.*|ux_.*)$/.test(bare)) return undefined
  return shortened(bare)
}
/** C++ names keep their scope and lose parameters, results and what stands in <> and []. */
function shortened(name: string): string {
  let text = name
    .replace(/\(anonymous namespace\)::/g, '')
    .replace(/\bstd::__2::/g, 'std::')
    .replace(/\boperator(\(\)|\[\]|->\*?|<=>|[<>]{1,2}=?)/g, (operator) => `operator${moved(operator.slice(8), PRIVATE)}`)
  for (let before = ''; before !== text; text = text.replace(/<[^<>]*>|\[[^[\]]*\]/g, '')) before = text
  return text
    .replace(/[(<[].*$/, '')
    .replace(/^.* /, '')
    .replace(/[\ue000-\ue0ff]+/g, (signs) => moved(signs, -PRIVATE))
}
/** Out of the way, where no sign means anything. */
const PRIVATE = 0xe000
const moved = (text: string, by: number): string => Array.from(text, (sign) => String.fromCharCode(sign.charCodeAt(0) + by)).join('')
