import { expect, test } from 'vitest'
import { eventId, eventText } from './event-text.ts'

const row = {
  id: 7,
  owner: 'usr_0123456789abcdef0123456789abcdef',
  kind: 'task-status',
  payload: { taskId: 'tsk_00112233445566778899aabbccddeeff', status: 'In Progress', message: 'Task running.', updatedAt: 1767323045678 },
  createdAt: 1767323045678,
} as const

test('an event says version, id, kind, time and data, in this order', () => {
  const text = eventText(row)
  expect(JSON.parse(text)).toEqual({
    version: '1.0',
    id: eventId(row),
    event: 'task-status',
    created: '2026-01-02T03:04:05.678Z',
    data: row.payload,
  })
  expect(Object.keys(JSON.parse(text))).toEqual(['version', 'id', 'event', 'created', 'data'])
})
test('the id of an event is a UUID, the same for whoever makes it, and no other event has it', () => {
  expect(eventId(row)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(eventId({ ...row })).toBe(eventId(row))
  expect(eventId({ ...row, id: 8 })).not.toBe(eventId(row))
  expect(eventId({ ...row, owner: 'usr_f' })).not.toBe(eventId(row))
})
