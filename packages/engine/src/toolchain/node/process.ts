// One compile process from the outside: requests with limits of time and memory, each answered or its reason told.
import type { Allowance, Spent, Volume } from '../../box/limits.ts'
import type { Message } from '../../box/messages.ts'
import type { IsolationLevel } from '../../box/node/isolation.ts'
import { BoxedProcess } from '../../box/node/process.ts'
import type { BuildLimit, Variable } from '../../types.ts'
import type { Translation } from '../fortran/translation.ts'
import { compileCommand } from './compile-command.ts'
import type { Reply, Request } from './compile-process.ts'

export type RequestLimits = Allowance
/** What the compiler prints is in the head; modules and prepared parts are in the blobs. */
const VOLUME: Volume = { headBytes: 16 << 20, blobBytes: 1 << 30, pieces: [] }

export interface Answered {
  readonly reply: Reply
  readonly blobs: ReadonlyMap<string, Uint8Array>
}
/** The process was ended during a request; the message names the limit and what to do, or says that the compiler broke down. */
export class ProcessEnded extends Error {
  readonly limit: BuildLimit | undefined
  constructor(message: string, limit?: BuildLimit, options?: ErrorOptions) {
    super(message, options)
    this.limit = limit
  }
}
/** Nobody here killed it: a system that runs out of memory, or an operator. The request may go to another process. */
export class ProcessKilled extends ProcessEnded {
  constructor() {
    super('the compiler was killed from outside; the machine may have run out of memory')
  }
}

export class CompileProcess {
  readonly #process: BoxedProcess
  /** Bytes after the last request. */
  memory = 0
  requests = 0

  constructor(level: IsolationLevel) {
    this.#process = new BoxedProcess(compileCommand(level), { volume: VOLUME })
  }

  /** It takes no more requests. */
  get ended(): boolean {
    return this.#process.isGone
  }
  close(): Promise<void> {
    return this.#process.close()
  }

  /** One request at a time. @throws ProcessEnded where a limit was passed or the process died; the reason of `signal` where it aborts */
  async request(request: Request, blobs: readonly Uint8Array[], limits: RequestLimits, signal?: AbortSignal): Promise<Answered> {
    signal?.throwIfAborted()
    this.requests++
    const { answer, reason } = await this.#process.ask<Error>(
      { value: request, blobs },
      {
        allowance: limits,
        signal,
        reasonFor: (why, spent) => (why === 'aborted' ? abortReason(signal!) : passedLimit(why, limits, spent)),
      },
    )
    if (reason) throw reason
    const answered = answer && readReply(answer)
    if (answered) {
      this.memory = answered.reply.memory
      return answered
    }
    if (answer) await this.close()
    else if (this.#process.wasKilledOutside) throw new ProcessKilled()
    throw new ProcessEnded(BROKE_DOWN, undefined, { cause: new Error(this.#process.diagnosis) })
  }
}
const BROKE_DOWN = 'the compiler broke down on this program'

function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted')
}
/** Undefined for what no honest process sends. */
function readReply({ value, blobs }: Message): Answered | undefined {
  const reply = Object(value) as { readonly [Field in keyof Reply]: unknown }
  const { blobs: names, output = '', error = '', milliseconds = 0, missing = [], translations = [], variables = [], memory } = reply
  const isText = (field: unknown) => typeof field === 'string'
  const isNumber = (field: unknown) => typeof field === 'number' && field >= 0
  if (!Array.isArray(names) || !names.every(isText) || names.length !== blobs.length) return undefined
  if (!isText(output) || !isText(error) || !isNumber(milliseconds) || !isNumber(memory) || !Array.isArray(missing)) return undefined
  if (!Array.isArray(translations) || !translations.every(isTranslation)) return undefined
  if (!Array.isArray(variables) || !variables.every(isVariable)) return undefined
  return { reply: reply as Reply, blobs: new Map(names.map((name, index) => [name, blobs[index]!])) }
}

function isTranslation(given: unknown): given is Translation {
  const { source, options, uses } = Object(given) as { readonly [Field in keyof Translation]: unknown }
  const areTexts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string')
  return typeof source === 'string' && areTexts(options) && areTexts(uses)
}

function isVariable(given: unknown): given is Variable {
  const { name, type, file, line, function: inside } = Object(given) as { readonly [Field in keyof Variable]: unknown }
  return (
    [name, file, inside].every((text) => typeof text === 'string') &&
    (type === 'Variable' || type === 'FormalParameter') &&
    Number.isSafeInteger(line)
  )
}

/** Says which limit was passed, and what to do. */
export function passedLimit(
  limit: keyof Allowance,
  limits: RequestLimits,
  { processorMilliseconds }: Pick<Spent, 'processorMilliseconds'>,
): ProcessEnded {
  const seconds = (milliseconds: number) => `${Number((milliseconds / 1000).toPrecision(3))} s`
  if (limit === 'memoryBytes')
    return new ProcessEnded(`compile memory limit of ${Math.round(limits.memoryBytes / 1e6)} MB reached: ${LIGHTER}`, 'memory')
  const words = {
    processorMilliseconds: `processor time limit of ${seconds(limits.processorMilliseconds)} for one build reached: ${LIGHTER}`,
    wallMilliseconds: `wall time limit of ${seconds(limits.wallMilliseconds)} for one build reached, after ${seconds(processorMilliseconds)} of processor time: the machine is busy; build again later`,
  }
  return new ProcessEnded(words[limit], limit)
}
const LIGHTER = 'have templates, macros and constants make less, or split the source into several files'
