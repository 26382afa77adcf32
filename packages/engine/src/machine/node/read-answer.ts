// The answer of the process of a run, checked field by field, for it may have been taken over.
import { LIMITS } from '@credence/contract/limits'
import type { Message } from '../../box/messages.ts'
import type { Ending, Executions, Progress, RunResult } from '../../types.ts'
import type { Placed } from '../wasi/disk.ts'
import { readNotices } from './read-notices.ts'
import { readTraced } from './read-traced.ts'
import { readWays } from './read-ways.ts'
import { type Place, placedOf } from './requests.ts'

export type Told = Pick<RunResult, 'dynamicInstructions' | 'notices' | 'ways' | 'executions'>
/** In the answer, or on the disk. */
export type WrittenFiles = ReadonlyMap<string, Uint8Array | Placed>
/** One of the two. */
export interface ReadAnswer {
  readonly result?: Omit<RunResult, 'message' | 'files'> & { readonly files: WrittenFiles }
  readonly fault?: string
}

/** @param chunks  of the disk. @throws Error  for what no honest process sends */
export function readAnswer({ value, blobs }: Message, chunks: number): ReadAnswer {
  const { result, fault } = Object(value) as Record<string, unknown>
  if (typeof fault === 'string') return { fault }
  const [, traced, , numbers] = blobs
  return { result: { ...readResult(result), ...readTraced(traced, numbers), files: readFiles(blobs, chunks) } }
}

/** Of a run that was interrupted, what it has counted. @throws Error  for what no honest process sends */
export function readTold(value: unknown): Told {
  const { dynamicInstructions, notices, ways, executions } = Object((Object(value) as Record<string, unknown>)['result']) as Record<string, unknown>
  const count = typeof dynamicInstructions === 'number' && dynamicInstructions >= 0 ? dynamicInstructions : 0
  return {
    dynamicInstructions: count,
    ...(notices !== undefined && { notices: readNotices(notices) }),
    ...(ways !== undefined && { ways: readWays(ways) }),
    ...(executions !== undefined && { executions: progressOf(executions) }),
  }
}

/** @throws Error  for what no honest process sends */
export const readProgress = (bytes: Uint8Array): Progress => progressOf(JSON.parse(new TextDecoder().decode(bytes)))

function progressOf(value: unknown): Progress {
  const json = Object(value) as Record<string, unknown>
  const { numbers } = json
  if (!Array.isArray(numbers) || numbers.length > LIMITS.executions.numbers) throw new Error('runner: progress that cannot be read')
  return {
    ...readExecutions(json),
    numbers: numbers.map((one) => {
      const { count, mean, deviation, standardError } = Object(one) as Record<string, unknown>
      return { count: numberOf(count), mean: numberOf(mean), deviation: numberOf(deviation), standardError: numberOf(standardError) }
    }),
  }
}
/** JSON has no number that is not finite. */
const numberOf = (json: unknown): number => (typeof json === 'number' ? json : Number.NaN)
function readExecutions(json: unknown): Executions {
  const { done, wanted } = Object(json) as Record<string, unknown>
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
  if (!isCount(done) || !isCount(wanted)) throw new Error('runner: executions that cannot be read')
  return { done, wanted }
}

function readResult(json: unknown): Omit<RunResult, 'files' | 'message'> {
  const { ending, dynamicInstructions, processorSeconds, executionMilliseconds, notices, ways, executions } = Object(json) as Record<string, unknown>
  for (const number of [dynamicInstructions, processorSeconds, executionMilliseconds]) {
    if (typeof number !== 'number' || !(number >= 0)) throw new Error('runner: a result without its numbers')
  }
  return {
    ending: readEnding(Object(ending)),
    dynamicInstructions: dynamicInstructions as number,
    processorSeconds: processorSeconds as number,
    executionMilliseconds: executionMilliseconds as number,
    ...(notices !== undefined && { notices: readNotices(notices) }),
    ...(ways !== undefined && { ways: readWays(ways) }),
    ...(executions !== undefined && { executions: progressOf(executions) }),
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

/** @throws Error  for what no honest process sends */
export function readFiles([names, , places, , ...contents]: readonly Uint8Array[], chunks: number): WrittenFiles {
  const text = new TextDecoder()
  const paths = text.decode(names).split('\0').slice(0, -1)
  const listed: unknown = JSON.parse(text.decode(places) || '[]')
  if (!Array.isArray(listed) || !listed.every(Array.isArray)) throw new Error('runner: files without their places')
  const placed = new Map((listed as unknown as Place<number>[]).map((place) => [place[0], placedOf(place, chunks)] as const))
  if (placed.size + contents.length !== paths.length) throw new Error('runner: files without their names')
  const waiting = contents.values()
  return new Map(paths.map((path, index) => [safePath(path), placed.get(index) ?? nextOf(waiting)] as const))
}
function nextOf(contents: Iterator<Uint8Array>): Uint8Array {
  const { value } = contents.next()
  if (!value) throw new Error('runner: files without their names')
  return value
}
/** @throws Error  for a path that could lead out of the folder it is stored in */
function safePath(path: string): string {
  if (path === '' || path.startsWith('/') || path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('runner: a file with an impossible path')
  }
  return path
}
