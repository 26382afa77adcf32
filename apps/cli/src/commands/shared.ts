// What the commands of builds and tasks share: lists, waiting, and reading why something ended.
import type { WaitOptions } from '@credence/client'
import { STATUSES, type Status, type StatusTransition, spelling, transitionReason } from '@credence/contract'
import { type Context, UsageError, wholeNumber } from '../command.ts'

export const LIST_OPTIONS = {
  limit: { type: 'string', short: 'n', value: 'N', about: 'how many at most; 25 unless given' },
  status: { type: 'string', value: 'STATUS', about: 'only those in this status, as Completed or "In Progress"' },
} as const
export const WAIT_OPTIONS = { detach: { type: 'boolean', about: 'do not wait until it ends' } } as const

/** @throws UsageError */
export const limitOf = (values: { readonly limit?: string }): number => wholeNumber('limit', values.limit, { min: 1, max: 100_000 }) ?? 25

/** The filter that --status asks for. @throws UsageError */
export function statusQuery({ status: text }: { readonly status?: string }): { status?: Status[] } {
  if (text === undefined) return {}
  const status = spelling(STATUSES, text)
  if (!status) throw new UsageError(`'${text}' is no status; they are ${STATUSES.join(', ')}`)
  return { status: [status] }
}

/** The first items of a list. */
export async function take<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) {
    taken.push(item)
    if (taken.length >= limit) break
  }
  return taken
}

/** Waits until the work ends and shows each status while it lasts. Who interrupts that is told that the work itself goes on. */
export async function waited<Item>(
  noun: 'build' | 'task',
  id: string,
  wait: (id: string, options: WaitOptions) => Promise<Item>,
  { terminal, signal }: Context,
): Promise<Item> {
  const onStatus = (status: Status) => terminal.progress(status === 'Completed' ? '' : `${noun} ${status}`)
  try {
    return await wait(id, { ...(signal && { signal }), onStatus })
  } catch (cause) {
    if (signal?.aborted) terminal.error(`credence: the ${noun} goes on. \`credence ${noun}s cancel ${id}\` ends it.\n`)
    throw cause
  }
}

interface WithHistory {
  readonly Status: string
  readonly StatusTransitions?: readonly StatusTransition[]
}
/** The status, and why: `Stopped (exit code 3)`. */
export function statusAndReason({ Status, StatusTransitions }: WithHistory): string {
  const reason = transitionReason(StatusTransitions?.at(-1)?.Message ?? '')
  return reason === '' ? Status : `${Status} (${reason})`
}
