// One JSON line per event, to a file in the data folder or to standard output. The name of an event is constant, ids are fields.
// Never pass user code, arguments, payloads, paths or credentials: nothing is removed here.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
export function openLog(where: { readonly home: string; readonly log: 'file' | 'stdout' }, name: string): Log {
  const write = where.log === 'stdout' ? (line: string) => process.stdout.write(line) : fileWriter(join(where.home, 'log', `${name}.log`))
  const at = (level: string) => (event: LogEvent, sentence: string) =>
    write(
      `${JSON.stringify({ time: new Date().toISOString(), level, process: name, ...event, ...(event['cause'] === undefined ? {} : { cause: describe(event['cause']) }), sentence })}\n`,
    )
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function fileWriter(path: string): (line: string) => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return (line) => {
    if (bytes > KEPT_BYTES) {
      renameSync(path, `${path}.1`)
      bytes = 0
    }
    bytes += line.length
    try {
      appendFileSync(path, line, { mode: 0o600 })
    } catch {
      // A full or vanished disk must not take the service down with it.
    }
  }
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
