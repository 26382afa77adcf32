// Health: whether each part of the platform works, found out by using it.
import { type Static, Type } from 'typebox'
import { HEALTH_STATUSES, LANGUAGES } from './enums.ts'
import { json, operation } from './operation.ts'
import { isoText, oneOf, ref } from './schema.ts'

const trial = Type.Object({ id: Type.String(), status: Type.String(), duration: Type.Number({ description: 'Milliseconds.' }) })
const example = { service: 'database', status: 'healthy' as const, timestamp: '2026-01-02T03:04:05.678Z', details: { responseTime: 2 } }
export type HealthRecord = Static<typeof HealthRecord>
export const HealthRecord = Type.Object(
  {
    service: Type.String({ description: 'The name of the service.' }),
    status: oneOf(HEALTH_STATUSES, { description: 'healthy works; degraded works with a restriction; unhealthy does not.' }),
    timestamp: isoText('When it was tried.'),
    details: Type.Object(
      {
        responseTime: Type.Number({ description: 'Milliseconds that the trial took.' }),
        error: Type.Optional(Type.String({ description: 'What went wrong.' })),
        endpoints: Type.Optional(
          Type.Record(Type.String(), Type.Object({ status: oneOf(HEALTH_STATUSES), responseTime: Type.Number({ description: 'Milliseconds.' }) })),
        ),
        buildStatus: Type.Optional(trial),
        repoBuildStatus: Type.Optional(trial),
        taskStatus: Type.Optional(trial),
        languages: Type.Optional(Type.Array(oneOf(LANGUAGES), { description: 'Of the compiler: what its workers build.' })),
        fortran: Type.Optional(Type.String({ description: 'Of the compiler: the version of flang, or how the operator gets one.' })),
      },
      {
        additionalProperties: true,
        description: 'What the trial found; some services say more, as the isolation of the runner.',
      },
    ),
  },
  {
    $id: 'HealthRecord',
    description: 'Whether one service works.',
    examples: [example],
  },
)
export type Health = Static<typeof Health>
export const Health = Type.Object(
  { timestamp: isoText('When this was answered.'), services: Type.Array(ref(HealthRecord)) },
  { $id: 'Health', description: 'Whether the platform works.', examples: [{ timestamp: example.timestamp, services: [example] }] },
)

export const healthOperations = {
  getHealth: operation({
    method: 'GET',
    path: '/health',
    tag: 'Health',
    summary: 'Get the health of all services',
    description: 'Tries every service and says how it went. Needs no credential.',
    replies: { 200: json('One record per service.', Health) },
    errors: [],
    credential: 'none',
  }),
  getServiceHealth: operation({
    method: 'GET',
    path: '/health/{service}',
    tag: 'Health',
    summary: 'Get the health of one service',
    description: 'Tries one service and says how it went. Needs no credential.',
    replies: { 200: json('The record of the service.', HealthRecord) },
    errors: ['serviceNotFound'],
    credential: 'none',
  }),
} as const
