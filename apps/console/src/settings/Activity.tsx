import { LIMITS } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { operationQuery } from '../api/queries.ts'
import { Choice } from '../ui/Choice.tsx'
import { csv } from '../ui/csv.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { saveText } from '../ui/save-text.ts'
import { TableHead } from '../ui/TableHead.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'

const route = getRouteApi('/inside/settings')
const DAYS = ['1', '7', '30', '400'] as const
const DAY_MS = 86_400_000

/** What happened to the account. */
export function Activity() {
  const { days = 7 } = route.useSearch()
  const navigate = useNavigate()
  // To the hour, so that the same question is not asked anew with every look.
  const startTime = useMemo(() => Math.floor((Date.now() - days * DAY_MS) / 3_600_000) * 3_600_000, [days])
  const { data, error, refetch } = useQuery(
    operationQuery('listUserLogs', { path: { UserID: 'me' }, query: { startTime, limit: LIMITS.account.events.max } }),
  )
  return (
    <section className="panel stack" aria-label="Activity">
      <div className="row spread">
        <Choice
          label="Range"
          options={DAYS.map((id) => ({ id, label: id === '400' ? 'All' : id === '1' ? 'Last day' : `Last ${id} days` }))}
          value={DAYS.find((each) => Number(each) === days) ?? '7'}
          onChange={(id) => void navigate({ to: '/settings', search: { section: 'activity', days: Number(id) }, replace: true })}
        />
        {data && data.logs.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() =>
              saveText(
                'activity.csv',
                csv(
                  ['time', 'event', 'result', 'address', 'device'],
                  data.logs.map((each) => [each.timestamp, each.eventType, each.eventResponse, each.ipAddress, each.deviceName]),
                ),
                'text/csv',
              )
            }
          >
            Export CSV
          </button>
        )}
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting rows={5} />}
      {data?.logs.length === 0 && <p className="muted">Nothing happened in this time.</p>}
      {data && data.logs.length > 0 && (
        <TableScroll label="Events of the account">
          <table>
            <TableHead columns={['Time', 'Event', 'Result', 'Address', 'Device', 'Place']} />
            <tbody>
              {data.logs.map((each) => (
                <tr key={each.timestamp + each.eventType}>
                  <td>
                    <time dateTime={each.timestamp}>{new Date(each.timestamp).toLocaleString()}</time>
                  </td>
                  <td>{each.eventType}</td>
                  <td>{each.eventResponse}</td>
                  <td>{each.ipAddress}</td>
                  <td>{each.deviceName}</td>
                  <td>{[each.city, each.country].filter(Boolean).join(', ') || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {data && data.totalResults > data.logs.length && (
        <p className="hint">
          The newest {data.logs.length} of {data.totalResults}.
        </p>
      )}
    </section>
  )
}
