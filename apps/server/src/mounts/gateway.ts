// A thing as a data source: its topics, or one of them, as files of the latest samples. Nothing can be written to it.
import { gatewayOf, LIMITS } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import { getThing, HEADER, latestSamples, lineOf } from '../things/queries.ts'
import { fileOf } from '../things/routes.ts'
import { MountFault, type Source, type SourceFile } from './source.ts'

export async function gateway(database: Database, owner: string, resourceId: string): Promise<Source> {
  const named = gatewayOf(resourceId)
  const thing = named && (await getThing(database, owner, named.thingId))
  if (!thing) throw new MountFault('Thing not found')
  const topics = thing.topics.filter(({ topic }) => named.topic === undefined || topic === named.topic)
  if (named.topic !== undefined && topics.length === 0) throw new MountFault(`the thing has no samples of the topic '${named.topic}'`)
  const files = topics.map(async ({ topic }): Promise<SourceFile> => {
    const samples = await latestSamples(database, thing.thingId, topic, LIMITS.things.samplesPerTopic)
    const bytes = new TextEncoder().encode(HEADER + samples.map(lineOf).join('')) // now: others may come before it is read
    return {
      path: fileOf(topic),
      size: bytes.length,
      async *read() {
        yield bytes
      },
    }
  })
  return { files: await Promise.all(files) }
}
