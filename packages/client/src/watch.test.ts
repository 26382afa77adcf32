import type { RealtimeEvent, Status, Task } from '@credence/contract'
import { ApiError } from '@credence/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NetworkError } from './connection.ts'
import type { Listener, Realtime } from './realtime.ts'
import { type WatchState, watch } from './watch.ts'

const USER = `usr_${'a'.repeat(32)}`
let listeners: Map<string, Listener>
let tasks: Map<string, { Status: Status; UpdatedAt: number; reason?: string }>
let isClosed: boolean
let failure: Error | undefined
let states: WatchState[]

const asTask = ([TaskID, { Status, UpdatedAt, reason }]: [string, { Status: Status; UpdatedAt: number; reason?: string }]) =>
  ({
    TaskID,
    Status,
    UpdatedAt,
    StatusTransitions: [
      { Status, Timestamp: UpdatedAt, Message: `StatusController: Set Task ${TaskID} status as '${Status}'${reason ? `: ${reason}` : ''}` },
    ],
  }) as unknown as Task
const all = () => [...tasks].map(asTask)
const realtime: Realtime = {
  subscribe(channel, listener) {
    listeners.set(channel.split('/')[0]!, listener)
    return { close() {} }
  },
  close() {
    isClosed = true
  },
}
const watched = {
  userId: async () => USER,
  open: () => realtime,
  tasks: {
    newest: async () => {
      if (failure) throw failure
      return all().slice(-2).toReversed()
    },
    async *unfinished() {
      yield* all().filter(({ Status }) => Status === 'In Progress')
    },
    get: async (id: string) => {
      const found = all().find(({ TaskID }) => TaskID === id)
      if (!found) throw new ApiError(404, 'Task not found')
      return found
    },
  },
  builds: { newest: async () => [], async *unfinished() {}, get: () => Promise.reject(new ApiError(404, 'Build not found')) },
}
/** Watches in the background; its events and its end. */
function begin() {
  const controller = new AbortController()
  const events: RealtimeEvent[] = []
  const ended = (async () => {
    for await (const event of watch(watched, { signal: controller.signal, onState: (state) => states.push(state) })) events.push(event)
  })().catch((error: Error) => error.message)
  const settle = () => vi.advanceTimersByTimeAsync(1)
  return {
    events,
    ended,
    settle,
    stop: () => controller.abort(new Error('stopped')),
    statuses: () => events.map(({ data }) => 'taskId' in data && [data.taskId, data.status]),
  }
}
const tell = (taskId: string, status: 'In Progress' | 'Completed' | 'Failed' | 'Initializing', updatedAt: number) =>
  listeners
    .get('task-status')!
    .onEvent({ version: '1.0', id: 'e', event: 'task-status', created: '', data: { taskId, status, message: '', updatedAt } })

beforeEach(() => {
  vi.useFakeTimers()
  listeners = new Map()
  tasks = new Map([['old', { Status: 'Completed', UpdatedAt: 5 }]])
  isClosed = false
  failure = undefined
  states = []
  return () => vi.useRealTimers()
})

describe('watching', () => {
  test('tells what the channel tells, and nothing of before', async () => {
    const { settle, statuses, stop, ended } = begin()
    await settle()
    expect([...listeners.keys()]).toEqual(['build-status', 'task-status'])
    listeners.get('task-status')!.onReady!()
    tell('new', 'In Progress', 10)
    tell('new', 'Completed', 10) // within one millisecond
    await settle()
    expect(statuses()).toEqual([
      ['new', 'In Progress'],
      ['new', 'Completed'],
    ])
    expect(states).toEqual(['live'])
    stop()
    expect(await ended).toBe('stopped')
    expect(isClosed).toBe(true)
  })
  test('tells what happened before the channel heard, and once', async () => {
    tasks.set('running', { Status: 'In Progress', UpdatedAt: 6 })
    const { settle, statuses, events } = begin()
    await settle()
    tasks.set('running', { Status: 'Stopped', UpdatedAt: 7, reason: 'exit code 3' })
    listeners.get('task-status')!.onReady!()
    await settle()
    tell('running', 'Failed', 7)
    tell('running', 'In Progress', 6)
    await settle()
    expect(statuses()).toEqual([['running', 'Stopped']])
    expect(events[0]!.data).toMatchObject({ message: 'Task stopped: exit code 3.', updatedAt: 7 })
  })
  test('asks while the channel is away, also for those that are no longer among the newest', async () => {
    tasks.set('running', { Status: 'In Progress', UpdatedAt: 6 })
    const { settle, statuses } = begin()
    await settle()
    listeners.get('task-status')!.onAway!()
    await settle()
    tasks.set('running', { Status: 'Completed', UpdatedAt: 8 })
    for (const id of ['a', 'b']) tasks.set(id, { Status: 'Accepted', UpdatedAt: 9 })
    await vi.advanceTimersByTimeAsync(5001)
    expect(statuses()).toEqual([
      ['a', 'Accepted'],
      ['b', 'Accepted'],
      ['running', 'Completed'],
    ])
    expect(states).toEqual(['polling'])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(statuses()).toHaveLength(3)
  })
  test('outlives a platform that is away, and asks again for what it owes', async () => {
    const { settle, statuses, ended } = begin()
    await settle()
    tasks.set('new', { Status: 'Accepted', UpdatedAt: 9 })
    failure = new NetworkError('away')
    listeners.get('task-status')!.onReady!()
    await settle()
    expect(statuses()).toEqual([])
    failure = undefined
    await vi.advanceTimersByTimeAsync(5001)
    expect(statuses()).toEqual([['new', 'Accepted']])
    failure = new ApiError(401, 'no')
    listeners.get('task-status')!.onReady!()
    await settle()
    expect(await ended).toBe('no')
  })
  test('ends when the platform refuses the credential', async () => {
    const { settle, ended } = begin()
    await settle()
    listeners.get('build-status')!.onRefused!(new ApiError(401, 'no'))
    expect(await ended).toBe('no')
    expect(isClosed).toBe(true)
  })
})
