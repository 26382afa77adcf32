import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../api/queries.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'

/** The services of the platform, each tried when this was asked. */
export function Health() {
  const { data, error, isFetching, refetch } = useQuery({ ...operationQuery('getHealth', {}), refetchOnMount: 'always' })
  return (
    <section className="panel stack" aria-label="Health">
      <div className="row spread">
        <p className="muted">
          {data ? (
            <>
              Tried <When at={Date.parse(data.timestamp)} />
            </>
          ) : (
            'Each service is tried.'
          )}
        </p>
        <button type="button" className="button" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Trying…' : 'Try again'}
        </button>
      </div>
      {error && <ErrorNote error={error} />}
      {!data && !error && <Waiting rows={6} />}
      {data && (
        <TableScroll label="Services">
          <table>
            <TableHead columns={['Service', 'Status', 'Response', 'Details']} numbers={['Response']} />
            <tbody>
              {data.services.map(({ service, status, details }) => (
                <tr key={service}>
                  <th scope="row">{service}</th>
                  <td>
                    <span className="status" data-status={status === 'healthy' ? 'Completed' : 'Stopped'}>
                      <Icon name={status === 'healthy' ? 'check' : 'warning'} size={18} />
                      {status}
                    </span>
                  </td>
                  <td className="number">{Math.round(details.responseTime)} ms</td>
                  <td>{details.error ?? details.fortran ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  )
}
