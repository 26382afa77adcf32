// Samples of distributions that a Ux string holds.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { count } from './parameters.ts'
import { oneOf } from './schema.ts'

const HALF = '4000000000000000' // a mass of 1/2, in units of 2^-63
/** Mean 0.5, half of the mass at 0 and half at 1: short enough for an example. */
export const EXAMPLE_UX = [
  '0.500000Ux',
  '04',
  '0000000000000001',
  '3FE0000000000000',
  '00000002',
  '0000000000000000',
  HALF,
  '3FF0000000000000',
  HALF,
].join('')

const PAYLOAD = 'A distribution: a Ux string with or without its decimal, Ux bytes in hexadecimal, or a plain number.'
const payload = Type.String({
  description: PAYLOAD,
  examples: [EXAMPLE_UX],
})

export type PayloadRequest = Static<typeof PayloadRequest>
export const PayloadRequest = Type.Object(
  {
    payload: Type.Optional({ ...payload, description: `${PAYLOAD} Needed, unless \`UxValue\` is sent.` }),
    UxValue: Type.Optional(Type.String({ description: 'The older name of `payload`.' })),
  },
  { $id: 'PayloadRequest', description: 'The distribution to work on, as `payload`.', examples: [{ payload: EXAMPLE_UX }] },
)

/** JSON has no such numbers: samples that are not finite are these texts, and `Number` reads each of them. */
export const NON_FINITE = ['NaN', 'Infinity', '-Infinity'] as const
export type Sample = Static<typeof Sample>
export const Sample = Type.Union([Type.Number(), oneOf(NON_FINITE)])

export type Samples = Static<typeof Samples>
export const Samples = Type.Object(
  {
    Samples: Type.Array(Sample, {
      maxItems: LIMITS.samples.max,
      description: `The samples. One that is not finite, as a value with infinite or NaN mass gives, is a text: ${NON_FINITE.map((text) => `\`"${text}"\``).join(', ')}.`,
    }),
    Count: count,
  },
  { $id: 'Samples', description: 'Samples drawn from a distribution.', examples: [{ Samples: [0.05213, 0.06441, 'Infinity'], Count: 3 }] },
)

const { min, max, default: fallback } = LIMITS.samples
export const howMany = Type.Optional(Type.Integer({ minimum: min, maximum: max, default: fallback, description: 'How many samples.' }))

export const sampleOperations = {
  getSamples: operation({
    method: 'GET',
    path: '/samples',
    tag: 'Samples and plots',
    summary: 'Draw samples from a Ux string',
    description:
      'Draws samples from a distribution. The body of this GET holds the payload; where a client cannot send a body with GET, as browsers cannot, POST does the same.',
    query: Type.Object({ count: howMany, payload: Type.Optional(payload) }),
    body: PayloadRequest,
    bodyRequired: false,
    replies: { 200: json('The samples.', Samples) },
    errors: ['malformedField', 'emptyBody'],
    credential: 'any',
  }),
  createSamples: operation({
    method: 'POST',
    path: '/samples',
    tag: 'Samples and plots',
    summary: 'Draw samples from a Ux string (POST)',
    description: 'The same as GET /samples, for clients that cannot send a body with GET.',
    query: Type.Object({ count: howMany }),
    body: PayloadRequest,
    bodyRequired: true,
    replies: { 200: json('The samples.', Samples) },
    errors: ['emptyBody', 'malformedField'],
    credential: 'any',
  }),
} as const
