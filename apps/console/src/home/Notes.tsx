// What deserves a word: limits near their end, and services that do not work. Nothing, when all is well.
import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../api/queries.ts'
import { Icon } from '../ui/Icon.tsx'
import { nearLimits } from '../ui/limit-share.ts'

export function Notes() {
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const { data: health } = useQuery({ ...operationQuery('getHealth', {}), staleTime: 60_000 })
  const ill = health?.services.filter(({ status }) => status !== 'healthy') ?? []
  const near = user ? nearLimits(user.ResourceUsage, user.Limits) : []
  return (
    <>
      {near.map(({ heading, used, limit }) => (
        <div key={heading} className="note note-warn">
          <Icon name="warning" />
          <p>
            {heading}: {used} of {limit} are used.
          </p>
        </div>
      ))}
      {ill.map(({ service, status, details }) => (
        <div key={service} className="note note-warn">
          <Icon name="warning" />
          <p>
            The {service} of the platform is {status}
            {details.error ? `: ${details.error}` : '.'}
          </p>
        </div>
      ))}
    </>
  )
}
