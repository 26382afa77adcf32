// Plots of a Ux string: drawn at once, stored, and linked for seven days.
import { randomUUID } from 'node:crypto'
import { errors, LIMITS, type Plot, type plotOperations } from '@credence/contract'
import type { UxValue } from '@credence/distribution'
import { PlotLimitError } from '@credence/plot'
import { figurePng, plotPng } from '@credence/plot/png'
import type { Database } from '../database/pool.ts'
import type { Call, Handlers } from '../http/handler.ts'
import type { ObjectStore } from '../objects/store.ts'
import { readPayload } from '../samples/payload.ts'
import { insertPlot } from './queries.ts'

interface PlotDeps {
  readonly database: Database
  readonly objects: ObjectStore
}

export function plotRoutes(deps: PlotDeps): Handlers<typeof plotOperations> {
  return {
    createPlot: async (call) => storePlot(deps, call, readPayload(call.body)),
  }
}

type PlotCall = Pick<Call<(typeof plotOperations)['createPlot']>, 'user' | 'query' | 'origin' | 'keep'>
/** Draws, keeps and links. */
export async function storePlot({ database, objects }: PlotDeps, { user, query, origin, keep }: PlotCall, value: UxValue): Promise<Plot> {
  const picture = await draw(value, query)
  const plotId = randomUUID()
  const key = `plots/${plotId}.png`
  await objects.put(key, picture, { contentType: 'image/png' })
  const plot: Plot = { plotID: plotId, presignedURL: objects.linkToGet({ key, origin, lifetimeSeconds: LIMITS.links.plotSeconds }) }
  await database.transaction(async (tx) => {
    await insertPlot(tx, user.userId, plotId, key)
    keep(tx, plot)
  })
  return plot
}

/** Limits of an axis that leave nothing between them are the caller's mistake. */
async function draw(value: UxValue, { style, ...options }: PlotCall['query']): Promise<Uint8Array> {
  try {
    return await (style === 'figure' ? figurePng(value, options) : plotPng(value, options))
  } catch (error) {
    if (!(error instanceof PlotLimitError)) throw error
    throw errors.malformedField(error.field, `a number above ${error.field.replace('Max', 'Min')}`) // others never pass the schema
  }
}
