// Whatever a program provokes in a host function is a fault of the program: the run ends with a trap that says what was asked.
import type { Stop } from '../stop.ts'
import { isStackOverflow } from '../traps.ts'
import { MemoryFault } from './memory.ts'

type HostFunction = (...parameters: never[]) => unknown

/** `call`, or the end of the run where it throws; `what` names it in the message: "system call fd_write". */
export function guarded<F extends HostFunction>(call: F, what: string, end: Stop['end']): F {
  const guard: HostFunction = (...parameters) => {
    try {
      return call(...parameters)
    } catch (error) {
      return endWithFault(error, what, end)
    }
  }
  return guard as F
}

/** @throws error  that ends the run already: a trap, or the stack of a recursion that is too deep */
export function endWithFault(error: unknown, what: string, end: Stop['end']): never {
  if (error instanceof WebAssembly.RuntimeError || isStackOverflow(error)) throw error
  return end({ kind: 'trap', message: messageOf(error, what), stack: [] })
}

function messageOf(error: unknown, what: string): string {
  if (error instanceof MemoryFault)
    return `a pointer to memory that the program does not have (${error.length} bytes at 0x${error.address.toString(16)}, ${what})`
  return `${what} was called with arguments that it cannot work with (${error instanceof Error ? error.message : String(error)})`.slice(0, 500)
}
