import type { FastifyInstance } from 'fastify'
import { checkObjects } from './check.ts'
import { OBJECTS_PATH } from './file-store.ts'
import { type LinkTarget, linkRoutes } from './routes.ts'

/** The object store behind its signed links. */
export const objectFeature = (target: LinkTarget) => ({
  routes: (app: FastifyInstance) => linkRoutes(app, target),
  uploads: OBJECTS_PATH,
  checks: { objects: () => checkObjects(target.objects) },
})
