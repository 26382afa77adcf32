// The plan of the account, what each plan allows, and the wish for another one. Nobody pays here: the operator of the platform changes plans.
import { ApiError, asResourceLimits, PLAN_DEFAULTS, PLAN_LIMITS, PLANS, type Plan } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery } from '../api/queries.ts'
import { useTitle } from '../state/title.ts'
import { toast } from '../state/toasts.ts'
import { amountOf } from '../ui/amount-of.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Modal } from '../ui/Modal.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { isOver, smaller } from './plans-over.ts'
import './billing.css'

const day = (seconds: number) => new Date(seconds * 1000).toLocaleDateString()

/** The smaller ones first, by what may run at a time. */
const BY_SIZE = PLANS.toSorted((one, other) => PLAN_DEFAULTS[one].running - PLAN_DEFAULTS[other].running)

export function BillingScreen() {
  useTitle('Billing')
  const [wished, setWished] = useState<Plan>()
  const { data: plan, error, refetch } = useQuery(operationQuery('getSubscription', {}))
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const isRefused = error instanceof ApiError && error.status === 403
  return (
    <>
      <h1>Billing</h1>
      {error && <ErrorNote error={error} {...(!isRefused && { onRetry: () => void refetch() })} />}
      {isRefused && <p>The plan needs a session that began with a password: sign out, and sign in with your e-mail address.</p>}
      {!plan && !error && <Waiting rows={6} />}
      {plan && user && (
        <>
          <section className="panel stack" aria-labelledby="plan">
            <h2 id="plan">Your plan</h2>
            <p>
              <strong>{plan.Tier}</strong> since {day(plan.StartDate)}
              {plan.FreeTrial.TrialEnd !== null && `, on trial until ${day(plan.FreeTrial.TrialEnd)}`}
            </p>
            <p className="muted">Nothing is paid here: who runs this platform sets the plans. Choose another one, and the operator sees the wish.</p>
          </section>
          <section className="panel stack" aria-labelledby="plans">
            <h2 id="plans">Plans</h2>
            <p className="hint">
              Your own limits stand in the column <em>Your limit</em>; the plans are shown as they come, and the operator may have set other numbers.
            </p>
            <TableScroll label="Limits of each plan">
              <table className="plans">
                <thead>
                  <tr>
                    <th scope="col">Limit</th>
                    <th scope="col" className="number">
                      You use
                    </th>
                    <th scope="col" className="number">
                      Your limit
                    </th>
                    {BY_SIZE.map((name) => (
                      <th key={name} scope="col" className="number">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {Object.values(PLAN_LIMITS).map(({ field, heading }) => {
                    const used = (user.ResourceUsage as Readonly<Record<string, unknown>>)[field]
                    return (
                      <tr key={field}>
                        <th scope="row">{heading}</th>
                        <td className="number">{typeof used === 'number' ? amountOf(field, used) : '–'}</td>
                        <td className="number">{user.Limits ? amountOf(field, user.Limits[field]) : '–'}</td>
                        {BY_SIZE.map((name) => (
                          <td key={name} className="number" data-own={name === plan.Tier || undefined}>
                            {amountOf(field, asResourceLimits(PLAN_DEFAULTS[name])[field])}
                          </td>
                        ))}
                      </tr>
                    )
                  })}
                  <tr>
                    <th scope="row">Change</th>
                    <td colSpan={2} />
                    {BY_SIZE.map((name) => (
                      <td key={name} className="number">
                        {name === plan.Tier ? (
                          'yours'
                        ) : (
                          <button type="button" className="button button-small" aria-label={`Choose ${name}`} onClick={() => setWished(name)}>
                            Choose
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                </tbody>
              </table>
            </TableScroll>
          </section>
          {wished && user.Limits && (
            <WishDialog plan={wished} changes={smaller(wished, user.Limits, user.ResourceUsage)} onClose={() => setWished(undefined)} />
          )}
        </>
      )}
    </>
  )
}

function WishDialog({ plan, changes, onClose }: { readonly plan: Plan; readonly changes: ReturnType<typeof smaller>; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const wish = useMutation({
    mutationFn: () => client.subscriptions.update(plan),
    onSuccess: async ({ message }) => {
      toast(message)
      await Promise.all(['getSubscription', 'getUser'].map((operation) => queries.invalidateQueries({ queryKey: [operation] })))
      onClose()
    },
  })
  return (
    <Modal title={`Ask for ${plan}?`} onClose={onClose}>
      {changes.length === 0 ? (
        <p>No limit gets smaller.</p>
      ) : (
        <>
          <p>These limits get smaller:</p>
          <ul className="stack">
            {changes.map((change) => (
              <li key={change.field}>
                {change.heading}: {amountOf(change.field, change.from)} to {amountOf(change.field, change.to)}
                {isOver(change) && (
                  <span className="tag tag-danger">
                    you have {amountOf(change.field, change.used ?? 0)}: what is there stays, no more can be made
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {wish.error && <ErrorNote error={wish.error} />}
      <div className="row">
        <button type="button" className="button button-primary" disabled={wish.isPending} onClick={() => wish.mutate()}>
          Ask for it
        </button>
        <button type="button" className="button" onClick={onClose}>
          Keep the present one
        </button>
      </div>
    </Modal>
  )
}
