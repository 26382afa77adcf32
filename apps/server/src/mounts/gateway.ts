// A thing as a data source: its topics, or one of them, as files of the latest samples. Nothing can be written to it.
import { gatewayOf, LIMITS } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import { getThing, HEADER, latestSamples, lineOf } from '../things/queries.ts'
import { fileOf, sizeOf } from '../things/routes.ts'
import { MountFault, type Source } from './source.ts'

export async function gateway(database: Database, owner: string, resourceId: string): Promise<Source> {
  const named = gatewayOf(resourceId)
  const thing = named && (await getThing(database, owner, named.thingId))
  if (!thing) throw new MountFault('Thing not found')
  const topics = thing.topics.filter(({ topic }) => named.topic === undefined || topic === named.topic)
  if (named.topic !== undefined && topics.length === 0) throw new MountFault(`the thing has no samples of the topic '${named.topic}'`)
  return {
    files: topics.map((row) => ({
      path: fileOf(row.topic),
      size: sizeOf(row),
      async read() {
        const samples = await latestSamples(database, thing.thingId, row.topic, LIMITS.things.samplesPerTopic)
        return new TextEncoder().encode(HEADER + samples.map(lineOf).join(''))
      },
    })),
  }
}
