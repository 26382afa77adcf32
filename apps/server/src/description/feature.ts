import { openapi } from '@credence/contract'
import type { Feature } from '../http/feature.ts'
import { originOf } from '../http/origin.ts'

/** The OpenAPI document. */
export const descriptionFeature = (origin: string | undefined) =>
  ({
    routes: async (app) => {
      app.get('/openapi.json', async (request, reply) => {
        if (origin === undefined) reply.header('vary', 'host')
        return openapi({ host: originOf(request, origin) })
      })
    },
  }) satisfies Feature
