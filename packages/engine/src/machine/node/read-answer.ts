// The answer of the process of a run, checked field by field, for it may have been taken over.
import type { Message } from '../../box/messages.ts'
import type { Ending, Executions, Files, Progress, RunResult } from '../../types.ts'
import { readNotices } from './read-notices.ts'
import { readTraced } from './read-traced.ts'

export type Told = Pick<RunResult, 'dynamicInstructions' | 'notices' | 'executions'>
/** One of the two. */
export interface ReadAnswer {
  readonly result?: Omit<RunResult, 'message'>
  readonly fault?: string
}

/** @throws Error  for what no honest process sends */
export function readAnswer({ value, blobs }: Message): ReadAnswer {
  const { result, fault } = Object(value) as Record<string, unknown>
  if (typeof fault === 'string') return { fault }
  const [names, traced, ...contents] = blobs
  return { result: { ...readResult(result), ...readTraced(traced), files: readFiles(names, contents) } }
}

/** Of a run that was interrupted, what it has counted. @throws Error  for what no honest process sends */
export function readTold(value: unknown): Told {
  const { dynamicInstructions, notices, executions } = Object((Object(value) as Record<string, unknown>)['result']) as Record<string, unknown>
  const count = typeof dynamicInstructions === 'number' && dynamicInstructions >= 0 ? dynamicInstructions : 0
  return {
    dynamicInstructions: count,
    ...(notices !== undefined && { notices: readNotices(notices) }),
    ...(executions !== undefined && { executions: readExecutions(executions) }),
  }
}

/** @throws Error  for what no honest process sends */
export function readProgress(bytes: Uint8Array): Progress {
  const json = Object(JSON.parse(new TextDecoder().decode(bytes))) as Record<string, unknown>
  const { numbers } = json
  if (!Array.isArray(numbers)) throw new Error('runner: progress that cannot be read')
  return {
    ...readExecutions(json),
    numbers: numbers.map((one) => {
      const { count, mean, deviation, standardError } = Object(one) as Record<string, unknown>
      return { count: Number(count), mean: Number(mean), deviation: Number(deviation), standardError: Number(standardError) }
    }),
  }
}
function readExecutions(json: unknown): Executions {
  const { done, wanted } = Object(json) as Record<string, unknown>
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
  if (!isCount(done) || !isCount(wanted)) throw new Error('runner: executions that cannot be read')
  return { done, wanted }
}

function readResult(json: unknown): Omit<RunResult, 'files' | 'message'> {
  const { ending, dynamicInstructions, processorSeconds, executionMilliseconds, notices, executions } = Object(json) as Record<string, unknown>
  for (const number of [dynamicInstructions, processorSeconds, executionMilliseconds]) {
    if (typeof number !== 'number' || !(number >= 0)) throw new Error('runner: a result without its numbers')
  }
  return {
    ending: readEnding(Object(ending)),
    dynamicInstructions: dynamicInstructions as number,
    processorSeconds: processorSeconds as number,
    executionMilliseconds: executionMilliseconds as number,
    ...(notices !== undefined && { notices: readNotices(notices) }),
    ...(executions !== undefined && { executions: readExecutions(executions) }),
  }
}
const LIMIT_NAMES = ['outputBytes', 'fileBytes', 'memory', 'distributions'] as const // the others are ours to tell
function readEnding({ kind, code, message, stack, limit, missing, advice }: Record<string, unknown>): Ending {
  const missed = typeof missing === 'string' ? { missing } : {}
  const advised = typeof advice === 'string' ? { advice } : {}
  if (kind === 'exit' && typeof code === 'number' && code >= 0 && code <= 255)
    return { kind, code, ...(Array.isArray(stack) && { stack: stack.map(String) }), ...missed }
  const name = LIMIT_NAMES.find((one) => one === limit)
  if (kind === 'limit' && name && typeof message === 'string') return { kind, limit: name, message }
  if (kind === 'trap' && typeof message === 'string' && Array.isArray(stack))
    return { kind, message, stack: stack.map(String), ...missed, ...advised }
  throw new Error('runner: a result without an ending')
}

function readFiles(names: Uint8Array | undefined, contents: readonly Uint8Array[]): Files {
  const paths = new TextDecoder().decode(names).split('\0').slice(0, -1)
  if (paths.length !== contents.length) throw new Error('runner: files without their names')
  return new Map(paths.map((path, index) => [safePath(path), contents[index]!]))
}
/** @throws Error  for a path that could lead out of the folder it is stored in */
function safePath(path: string): string {
  if (path === '' || path.startsWith('/') || path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('runner: a file with an impossible path')
  }
  return path
}
