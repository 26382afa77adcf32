// Samples of a Ux string.
import { type BodyOf, errors, LIMITS, type sampleOperations } from '@credence/contract'
import { drawSamples, generator, type Mixture } from '@credence/distribution'
import { Answer, type Handlers } from '../http/handler.ts'
import { readPayload } from './payload.ts'

export function sampleRoutes(): Handlers<typeof sampleOperations> {
  return {
    getSamples: async ({ body, query }) => {
      // The body of a GET is optional to the validator, since the payload may stand in the query.
      if (query.payload === undefined && Object.keys(body).length === 0) throw errors.emptyBody()
      return draw(body, query.count, query.payload)
    },
    createSamples: async ({ body, query }) => draw(body, query.count),
  }
}

function draw(body: BodyOf<typeof sampleOperations.getSamples>, count?: number, payload?: string): Answer {
  return samplesOf(readPayload(body, payload).mixture, count)
}

export function samplesOf(mixture: Mixture, count: number = LIMITS.samples.default): Answer {
  const key = crypto.getRandomValues(new BigUint64Array(1))[0]!
  return samplesAsJson(drawSamples(mixture, count, generator(key)))
}
export function samplesAsJson(samples: Float64Array): Answer {
  // JSON has no NaN and no infinities: they go as texts.
  const listed = Array.from(samples, (x) => (Number.isFinite(x) ? String(x) : `"${x}"`))
  return new Answer(200, { 'content-type': 'application/json; charset=utf-8' }, `{"Samples":[${listed.join(',')}],"Count":${samples.length}}`)
}
