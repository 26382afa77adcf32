// What one process tells of itself while it works: lines of its log, figures, and spans where there is a collector.
import { type Log, openLog } from '../log/log.ts'
import { openExporter } from '../traces/exporter.ts'
import { tracedLog } from '../traces/spans.ts'
import { countedLog } from './counted-log.ts'
import { openProcessFigures } from './process.ts'
import { openRegistry, type Registry } from './registry.ts'

export interface Telling {
  readonly log: Log
  readonly registry: Registry
  /** Sends what waits to be sent. */
  close(): Promise<void>
}

/** @param name  of the process, and of its file of the log */
export function openTelling(where: Parameters<typeof openLog>[0] & { readonly collector: string | undefined }, name: string): Telling {
  const { log: counted, registry } = openFigures(openLog(where, name))
  if (where.collector === undefined) return { log: counted, registry, close: async () => {} }
  const exporter = openExporter({ endpoint: where.collector, process: name, log: counted })
  return { log: tracedLog(counted, exporter.add), registry, close: exporter.close }
}

/** @returns the log to write to from now on */
export function openFigures(plain: Log): Omit<Telling, 'close'> {
  const registry = openRegistry((cause) => plain.warn({ event: 'metrics.incomplete', cause }, 'some figures could not be had'))
  registry.source(openProcessFigures())
  return { registry, log: countedLog(plain, registry) }
}
