import { REALTIME_FAULTS } from '@credence/contract'
import { expect, test } from 'vitest'
import { credentialIn, credentialOffered, FRAMES, readFrame } from './frames.ts'

test('frames of clients are read, and what they do not need is passed over', () => {
  expect(readFrame('{"type":"connection_init","payload":{}}')).toEqual({ type: 'connection_init' })
  const subscribe = { type: 'subscribe', id: '1', channel: 'task-status/x', authorization: { Authorization: 'Bearer t' }, payload: { channel: 'y' } }
  expect(readFrame(JSON.stringify(subscribe))).toEqual({ type: 'subscribe', id: '1', channel: 'task-status/x', credential: 't' })
  expect(readFrame('{"type":"unsubscribe","id":"1","channel":"c"}')).toEqual({ type: 'unsubscribe', id: '1' })
})
test.each([
  ['no JSON', '{', REALTIME_FAULTS.noJson],
  ['a list', '[]', REALTIME_FAULTS.noJson],
  ['an unknown type', '{"type":"data"}', REALTIME_FAULTS.unknownFrame],
  ['no type', '{}', REALTIME_FAULTS.unknownFrame],
  ['a name of Object', '{"type":"constructor"}', REALTIME_FAULTS.unknownFrame],
  ['no id', '{"type":"subscribe","channel":"c"}', REALTIME_FAULTS.missingId],
  ['an id that is no text', '{"type":"unsubscribe","id":1}', REALTIME_FAULTS.missingId],
  ['a long id', JSON.stringify({ type: 'publish', id: 'x'.repeat(129) }), REALTIME_FAULTS.missingId],
])('%s is a fault of the connection', (_, text, fault) => {
  expect(readFrame(text)).toEqual(fault)
})

test('the credential stands in the subprotocol, in any order, padded or not', () => {
  const published = 'header-eyJob3N0IjoiYXBpLmV4YW1wbGUuY29tIiwiYXV0aG9yaXphdGlvbiI6IktFWVRFWFQifQ'
  expect(credentialOffered(`${published}, aws-appsync-event-ws`)).toBe('KEYTEXT')
  expect(credentialOffered(`aws-appsync-event-ws,${published}==`)).toBe('KEYTEXT')
  expect(credentialOffered('aws-appsync-event-ws')).toBeUndefined()
  expect(credentialOffered(`header-${Buffer.from('no json').toString('base64url')}`)).toBeUndefined()
  expect(credentialOffered(undefined)).toBeUndefined()
})
test('names of headers are read in any case, with or without Bearer, and keys under their own header', () => {
  expect(credentialIn({ host: 'h', Authorization: 'bearer  token' })).toBe('token')
  expect(credentialIn({ 'X-Api-Key': ' key ' })).toBe('key')
  expect(credentialIn({ authorization: 7 })).toBeUndefined()
  expect(credentialIn(null)).toBeUndefined()
})

test('an error says itself in both places where clients look', () => {
  expect(JSON.parse(FRAMES.refused('subscribe_error', 's', REALTIME_FAULTS.foreignChannel))).toEqual({
    type: 'subscribe_error',
    id: 's',
    errors: [{ errorType: 'UnauthorizedException', message: 'You are not authorized to access this channel.', errorCode: 401 }],
    message: 'You are not authorized to access this channel.',
  })
  expect(JSON.parse(FRAMES.failed('error', REALTIME_FAULTS.noJson))).not.toHaveProperty('id')
})
test('an event is a text in its frame', () => {
  const frame = JSON.parse(FRAMES.data('a"b', JSON.stringify('{"version":"1.0"}')))
  expect(frame).toEqual({ type: 'data', id: 'a"b', event: '{"version":"1.0"}' })
})
