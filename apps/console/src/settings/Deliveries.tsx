import { DELIVERY_FAULTS, type Delivery, errors, type Webhook } from '@credence/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { listQuery } from '../api/queries.ts'
import { toast } from '../state/toasts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ErrorNote, messageOf } from '../ui/ErrorNote.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'

const ASK_MS = 3000

/** What was sent to a webhook and what waits; each can be sent again. */
export function Deliveries({ webhook: { WebhookID, URL: address, Status } }: { readonly webhook: Webhook }) {
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...listQuery('listWebhookDeliveries', { path: { WebhookID }, query: {} }),
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.Deliveries.some((each) => each.Status === 'pending')) ? ASK_MS : false),
  })
  const again = useMutation({
    mutationFn: (delivery: Delivery) => client.webhooks.redeliver(WebhookID, delivery.DeliveryID),
    onSuccess: () => {
      toast('Sent again')
      return refetch()
    },
    onError: (refused) => toast(messageOf(refused), 'failed'),
  })
  const list = data?.pages.flatMap((page) => page.Deliveries) ?? []
  return (
    <section className="panel stack" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries to {address}</h2>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting rows={3} />}
      {data && list.length === 0 && <p className="muted">Nothing was sent yet. Send a test event from the menu of the webhook.</p>}
      {list.length > 0 && (
        <TableScroll label="Deliveries">
          <table>
            <TableHead columns={['Status', 'Event', 'Made', 'Last attempt']} hasActions />
            <tbody>
              {list.map((delivery) => {
                const last = delivery.Attempts.at(-1)
                return (
                  <tr key={delivery.DeliveryID}>
                    <td>
                      <span className={delivery.Status.startsWith('failed') ? 'tag tag-danger' : ''}>{delivery.Status}</span>
                      {delivery.Test && <span className="tag">test</span>}
                    </td>
                    <td>{delivery.Payload.eventType}</td>
                    <td>
                      <When at={Date.parse(delivery.CreatedAt)} />
                    </td>
                    <td>
                      {last ? `${last.HTTPStatus ?? (last.Fault ? DELIVERY_FAULTS[last.Fault] : '–')}, ${last.Milliseconds} ms` : 'none yet'}
                      {delivery.NextAttemptAt && (
                        <span className="hint">
                          {' '}
                          next <When at={Date.parse(delivery.NextAttemptAt)} />
                        </span>
                      )}
                    </td>
                    <td>
                      <ActionButton
                        isSmall
                        obstacle={Status === 'disabled' ? errors.webhookDisabled().message : undefined}
                        label={`Send again: ${delivery.DeliveryID}`}
                        onAction={() => again.mutate(delivery)}
                      >
                        Send again
                      </ActionButton>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </TableScroll>
      )}
      {hasNextPage && (
        <button type="button" className="button" onClick={() => void fetchNextPage()}>
          Older ones
        </button>
      )}
    </section>
  )
}
