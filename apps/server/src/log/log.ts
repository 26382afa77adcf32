// One JSON line per event, to a file in the data folder or to standard output. The name of an event is constant, ids are fields.
// Never pass user code, arguments, payloads, paths or credentials: nothing is removed here.
import { join } from 'node:path'
import pino from 'pino'
import { rollingFile } from './rolling-file.ts'

export interface LogEvent {
  readonly event: string
  readonly [field: string]: unknown
}
export interface Log {
  /** A change of state. */
  info(event: LogEvent, sentence: string): void
  /** Something to count. */
  warn(event: LogEvent, sentence: string): void
  /** Somebody should look. */
  error(event: LogEvent, sentence: string): void
}

const KEPT_BYTES = 20_000_000

/** Lines go to `<home>/log/<name>.log`, which is moved aside to `.1` at 20 MB, or to standard output. */
export function openLog(where: { readonly home: string; readonly log: 'file' | 'stdout' }, name: string, keptBytes = KEPT_BYTES): Log {
  return pino(
    {
      base: { process: name },
      messageKey: 'sentence',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { cause: describe },
    },
    where.log === 'stdout' ? process.stdout : rollingFile(join(where.home, 'log', `${name}.log`), keptBytes),
  )
}

/** What of an error may be logged: messages of PostgreSQL and of parsers quote what users sent, ours do not. */
function describe(cause: unknown): unknown {
  if (!(cause instanceof Error)) return typeof cause
  const { code, severity } = cause as { code?: unknown; severity?: unknown }
  const quotes = severity !== undefined || cause instanceof SyntaxError
  const frames = cause.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .map((line) => line.trim())
  return {
    name: cause.name,
    code,
    ...(quotes ? {} : { message: cause.message }),
    frames,
    ...(cause.cause === undefined ? {} : { cause: describe(cause.cause) }),
  }
}
