// A log whose lines are counted: their names are constant, so what is worth a line is worth a figure. The line of a request says what there is to
// measure of it.
import type { Log, LogEvent } from '../log/log.ts'
import type { Registry } from './registry.ts'

/** Seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function countedLog(log: Log, registry: Registry): Log {
  const lines = registry.counter('credence_log_lines_total', 'Lines of the log, by level and event.')
  const requests = registry.counter('credence_http_requests_total', 'Requests that were answered.')
  const seconds = registry.histogram('credence_http_request_seconds', 'Time until an answer was sent.', BOUNDS)
  const measure = ({ method, route, status, milliseconds }: LogEvent): void => {
    const labels = { method: String(method), route: String(route) }
    requests.add({ ...labels, status: String(status) })
    seconds.observe(Number(milliseconds) / 1000, labels)
  }
  const counting =
    (level: keyof Log): Log[keyof Log] =>
    (event, sentence) => {
      lines.add({ level, event: event.event })
      if (event.event === 'http.answered') measure(event)
      log[level](event, sentence)
    }
  return { info: counting('info'), warn: counting('warn'), error: counting('error') }
}
