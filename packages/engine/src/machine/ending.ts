// How a run ended, in the words of the platform: from an exit, an exception that left the program, or what a host function noted.
import { LOWEST, NO_NULL_ACCESS, NO_STACK_WANTED, PROGRAM_EXPORTS } from '../abi.ts'
import type { Locate } from '../lines/section.ts'
import type { CoreSpec, Ending } from '../types.ts'
import { globalOf, memoryOf } from './instance.ts'
import { faultOf, functionsOf, type Guards, guardedFault, place, stackOf } from './traps.ts'

export const EXIT_ABORT = 134 // 128 + SIGABRT, as a shell reports it

/** For the Message of a transition. */
export function messageOf(ending: Ending): string {
  if (ending.kind === 'exit')
    return ending.code === EXIT_ABORT ? `exit code ${EXIT_ABORT} (abort)${place(ending.stack ?? [])}` : `exit code ${ending.code}`
  if (ending.kind === 'trap') {
    const advice = ending.advice === undefined ? '' : `; ${ending.advice}`
    const missing = ending.missing === undefined ? '' : `; it had not found the file ${JSON.stringify(ending.missing)}`
    return `${ending.message}${place(ending.stack)}${advice}${missing}`
  }
  return ending.kind === 'limit' ? ending.message : 'cancelled'
}

const NAME_LENGTH = 200
/** A file that is not there often is why: a null pointer for a stream. */
export function withMissing(ending: Ending, path: string | undefined): Ending {
  if (path === undefined || !(ending.kind === 'trap' || (ending.kind === 'exit' && ending.code !== 0))) return ending
  return { ...ending, missing: path.length > NAME_LENGTH ? `${path.slice(0, NAME_LENGTH)}…` : path }
}

export interface Run {
  /** The ending that a host function decided on. */
  readonly noted: Ending | undefined
  readonly program: WebAssembly.Instance | undefined
  readonly core: CoreSpec
  /** The end of what went to standard error. */
  readonly words: string
  readonly stackTop: number
  readonly callStackBytes: number | undefined
}
export function endingOf(error: unknown, run: Run, locate: Locate): Ending {
  const { noted, program, core } = run
  if (noted && error instanceof Error) {
    const stack = () => functionsOf({ message: '', stack: stackOf(error, locate) })
    if (noted.kind === 'trap') return { ...noted, stack: stack() }
    if (noted.kind === 'limit' && noted.limit === 'distributions') return { ...noted, message: `${noted.message}${place(stack())}` }
  }
  if (noted) return noted
  const found = faultOf(error, locate)
  if (!found) throw error
  const fault = guardedFault(found, guardsOf(run))
  const memory = program && memoryOf(program)
  const aborted = fault.stack.some(({ name }) => name === 'abort')
  const stack = fault.stack.filter(({ name }) => name !== 'abort')
  if (memory && (isNearlyFull(memory, core) || /bad_alloc|out of memory/i.test(run.words))) {
    // After an exception that nobody caught there is only what reports it.
    const functions = stack.some(({ at }) => at !== undefined) ? functionsOf({ ...fault, stack }) : []
    const message = `memory limit of ${core.MemorySize} bytes (MemorySize) reached${place(functions)}`
    return { kind: 'limit', limit: 'memory', message }
  }
  if (aborted) {
    const told = /__assert_fail/.test((error as Error).stack ?? '') || stack.every(({ at }) => at === undefined) // an assertion says where it stands
    return { kind: 'exit', code: EXIT_ABORT, ...(!told && { stack: functionsOf({ ...fault, stack }) }) }
  }
  const { message, advice } = fault
  return { kind: 'trap', message, stack: functionsOf({ message, stack: fault.stack }), ...(advice !== undefined && { advice }) }
}
function guardsOf({ program, stackTop, callStackBytes }: Run): Guards {
  const value = (name: string, otherwise: number) => Number(globalOf(program, name) ?? otherwise)
  const hasGuards = globalOf(program, PROGRAM_EXPORTS.stackWanted) !== undefined
  return {
    nullAccess: value(PROGRAM_EXPORTS.nullAccess, NO_NULL_ACCESS),
    stackWanted: value(PROGRAM_EXPORTS.stackWanted, NO_STACK_WANTED),
    stackPointer: value(PROGRAM_EXPORTS.stackPointer, 0),
    stackTop,
    stackBottom: hasGuards ? LOWEST : 0,
    callStackBytes,
  }
}
/** Growth that fails shows only in what the program does next; this near to its maximum a memory is taken as the reason. */
function isNearlyFull(memory: WebAssembly.Memory, { MemorySize }: CoreSpec): boolean {
  return memory.buffer.byteLength > 0.95 * MemorySize
}

/** The end of what went to standard error, to tell an exhausted memory by. */
export function createLastWords(): { hear: (bytes: Uint8Array) => void; text: () => string } {
  let words = new Uint8Array()
  let length = 0
  return {
    hear: (bytes) => {
      if (words.length === 0) words = new Uint8Array(4096)
      const last = bytes.length > LAST_WORDS ? bytes.subarray(-LAST_WORDS) : bytes
      if (length + last.length > words.length) {
        words.copyWithin(0, length - LAST_WORDS, length)
        length = LAST_WORDS
      }
      words.set(last, length)
      length += last.length
    },
    text: () => new TextDecoder().decode(words.subarray(Math.max(0, length - LAST_WORDS), length)),
  }
}
const LAST_WORDS = 200
