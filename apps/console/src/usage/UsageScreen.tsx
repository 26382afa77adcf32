// What the account uses of what its plan allows, and what the days of a range used.
import { type ResourceUsage, USAGE_COUNTERS, USAGE_TERMS, type UsageCounter } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operationQuery } from '../api/queries.ts'
import { useTitle } from '../state/title.ts'
import { amountOf } from '../ui/amount-of.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { limitShares, NEAR } from '../ui/limit-share.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { History } from './History.tsx'
import './usage.css'

export function UsageScreen() {
  useTitle('Usage')
  const { data: user, error, refetch } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  if (error && !user) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!user)
    return (
      <>
        <h1>Usage</h1>
        <Waiting rows={8} />
      </>
    )
  const usage = user.ResourceUsage
  const shares = limitShares(usage, user.Limits)
  const limited = new Set(shares.map(({ field }) => field))
  const counters = USAGE_COUNTERS.filter((name) => !limited.has(name))
  return (
    <>
      <h1>Usage</h1>
      <section className="panel stack" aria-labelledby="limits">
        <h2 id="limits">Of your plan</h2>
        <ul className="shares">
          {shares.map(({ field, heading, share, used, limit }) => (
            <li key={field}>
              <span>{heading}</span>
              <meter min={0} max={1} high={NEAR} optimum={0} value={Math.min(share, 1)} aria-label={`${heading}: ${used} of ${limit}`} />
              <span className="tabular">
                {used} of {limit}
                {share >= 1 ? (
                  <span className="tag tag-danger">reached</span>
                ) : share >= NEAR ? (
                  <span className="tag tag-warn">nearly reached</span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
        {shares.some(({ share }) => share >= NEAR) && (
          <p>
            <Link to="/billing">Compare the plans</Link>
          </p>
        )}
      </section>
      <section className="panel stack" aria-labelledby="counters">
        <div className="row spread">
          <h2 id="counters">{usage.ResetsAt > 0 ? 'This month' : 'Used so far'}</h2>
          <CopyAs call={callOf('getUser', { path: { UserID: 'me' } })} />
        </div>
        <Counters usage={usage} of={counters.filter((name) => USAGE_TERMS[name].isMonthly)} />
        <p className="hint">
          {usage.ResetsAt > 0 ? `Counted anew from ${new Date(usage.ResetsAt * 1000).toLocaleString()}.` : 'These never begin anew.'}
        </p>
        <h3>At this moment</h3>
        <Counters usage={usage} of={counters.filter((name) => !USAGE_TERMS[name].isMonthly)} />
      </section>
      <History />
    </>
  )
}

/** Each with its name in the API as a tip. */
function Counters({ usage, of }: { readonly usage: ResourceUsage; readonly of: readonly UsageCounter[] }) {
  return (
    <dl className="counters">
      {of.map((name) => (
        <div key={name}>
          <dt title={name}>{USAGE_TERMS[name].heading}</dt>
          <dd className="tabular">
            <data value={usage[name]}>{amountOf(name, usage[name])}</data>
          </dd>
        </div>
      ))}
    </dl>
  )
}
