import { EVENTS, errors, LIMITS, WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery, submit } from '../api/queries.ts'
import { actionTable, offersOf, usePageActions } from '../state/actions.ts'
import { toast } from '../state/toasts.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { callOf } from '../ui/copy-as.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { ErrorNote, messageOf } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'
import { Deliveries } from './Deliveries.tsx'

const route = getRouteApi('/inside/settings')
const SCREEN = actionTable<object>('Webhooks', [{ id: 'new', label: 'New webhook', key: 'n' }])
const disabled = ({ Status }: Webhook) => (Status === 'disabled' ? errors.webhookDisabled().message : undefined)
const ACTIONS = actionTable<Webhook>('Webhook', [
  { id: 'edit', label: 'Edit' },
  { id: 'test', label: 'Send a test event', obstacle: disabled },
  { id: 'enable', label: 'Enable', obstacle: ({ Status }) => (Status === 'active' ? 'It is active.' : undefined) },
  { id: 'disable', label: 'Disable', obstacle: ({ Status }) => (Status === 'disabled' ? 'It is disabled.' : undefined) },
  { id: 'rotate', label: 'Change the secret' },
  { id: 'delete', label: 'Delete', isDestructive: true },
])
type Shown =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'delete'; readonly webhook: Webhook }
  | { readonly kind: 'secret'; readonly secret: string }

export function Webhooks() {
  const { webhook: opened } = route.useSearch()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(operationQuery('listWebhooks', {}))
  const [shown, setShown] = useState<Shown>()
  const refresh = () => queries.invalidateQueries({ queryKey: ['listWebhooks'] })
  const act = useMutation({
    mutationFn: async ({ id, webhook: { WebhookID } }: { id: string; webhook: Webhook }) => {
      if (id === 'test') await client.webhooks.test(WebhookID)
      else if (id === 'enable') await client.webhooks.update(WebhookID, { status: 'active' })
      else if (id === 'disable') await client.webhooks.update(WebhookID, { status: 'disabled' })
      else if (id === 'rotate') setShown({ kind: 'secret', secret: (await client.webhooks.rotateSecret(WebhookID)).secret })
    },
    onSuccess: async (_, { id, webhook }) => {
      if (id !== 'rotate') toast({ test: 'Test event sent', enable: 'Enabled', disable: 'Disabled' }[id] ?? 'Done')
      await Promise.all([
        refresh(),
        queries.invalidateQueries({ queryKey: ['listWebhookDeliveries', 'pages', { path: { WebhookID: webhook.WebhookID }, query: {} }] }),
      ])
    },
    onError: (refused) => toast(messageOf(refused), 'failed'),
  })
  const perform = (id: string, webhook: Webhook) => (id === 'edit' || id === 'delete' ? setShown({ kind: id, webhook }) : act.mutate({ id, webhook }))
  usePageActions(SCREEN, data, () => setShown({ kind: 'new' }))
  const current = data?.webhooks.find(({ WebhookID }) => WebhookID === opened)
  usePageActions(ACTIONS, current, perform)
  return (
    <>
      <section className="panel stack" aria-label="Webhooks">
        <div className="row spread">
          <p className="muted">Addresses of yours that get events as they happen, signed.</p>
          <button type="button" className="button button-primary" onClick={() => setShown({ kind: 'new' })}>
            New webhook
          </button>
        </div>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Waiting rows={3} />}
        {data?.count === 0 && <p>You have no webhook.</p>}
        {data && data.count > 0 && (
          <TableScroll label="Your webhooks">
            <table>
              <TableHead columns={['Address', 'Events', 'Status', 'Last delivery', 'Failures']} numbers={['Failures']} hasActions />
              <tbody>
                {data.webhooks.map((webhook) => (
                  <tr key={webhook.WebhookID}>
                    <th scope="row" className="address">
                      <Link to="/settings" search={{ section: 'webhooks', webhook: webhook.WebhookID }}>
                        {webhook.URL}
                      </Link>
                      {webhook.Description && <p className="hint">{webhook.Description}</p>}
                    </th>
                    <td>{webhook.Events.join(', ')}</td>
                    <td>
                      <span className={webhook.Status === 'active' ? '' : 'tag tag-warn'}>{webhook.Status}</span>
                    </td>
                    <td>
                      {webhook.LastDeliveryTime ? (
                        <>
                          {webhook.LastDeliveryStatus ?? 'failed'}, <When at={Date.parse(webhook.LastDeliveryTime)} />
                        </>
                      ) : (
                        'none yet'
                      )}
                    </td>
                    <td className="number">{webhook.FailureCount}</td>
                    <td>
                      <OnDemandMenu
                        label={`Actions for ${webhook.URL}`}
                        icon="more"
                        load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
                        props={{ label: `Actions for ${webhook.URL}`, offers: offersOf(ACTIONS, webhook, perform) }}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        )}
      </section>
      {current && <Deliveries webhook={current} />}
      {shown?.kind === 'new' && (
        <WebhookDialog onSecret={(secret) => setShown({ kind: 'secret', secret })} onDone={refresh} onClose={() => setShown(undefined)} />
      )}
      {shown?.kind === 'edit' && <WebhookDialog webhook={shown.webhook} onSecret={() => {}} onDone={refresh} onClose={() => setShown(undefined)} />}
      {shown?.kind === 'secret' && <Secret text={shown.secret} onClose={() => setShown(undefined)} />}
      {shown?.kind === 'delete' && (
        <DeleteDialog
          what="the webhook"
          done="Webhook deleted"
          remove={() => client.webhooks.delete(shown.webhook.WebhookID)}
          changed={['listWebhooks']}
          onClose={() => setShown(undefined)}
        >
          <p>Nothing more is sent to {shown.webhook.URL}, and its deliveries are forgotten.</p>
        </DeleteDialog>
      )}
    </>
  )
}

interface WebhookDialogProps {
  readonly webhook?: Webhook
  readonly onSecret: (secret: string) => void
  readonly onDone: () => Promise<unknown>
  readonly onClose: () => void
}
function WebhookDialog({ webhook, onSecret, onDone, onClose }: WebhookDialogProps) {
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.Events ?? ['task-status'])
  const save = useMutation({
    mutationFn: async ({ url, description }: { url: string; description: string }) => {
      const body = { url, description, events: [...events] }
      if (webhook) return void (await client.webhooks.update(webhook.WebhookID, body))
      return (await submit('createWebhook', { body })).secret
    },
    onSuccess: async (secret) => {
      toast(webhook ? 'Webhook saved' : 'Webhook created')
      await onDone()
      onClose()
      if (secret !== undefined) onSecret(secret)
    },
  })
  const isNone = events.length === 0
  return (
    <Modal title={webhook ? 'Edit the webhook' : 'New webhook'} width="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          if (!isNone) save.mutate({ url: String(given.get('url')).trim(), description: String(given.get('description')) })
        }}
      >
        <Field
          label="Address"
          name="url"
          type="url"
          required
          pattern="https?://.+"
          maxLength={LIMITS.webhooks.urlCharacters}
          defaultValue={webhook?.URL}
          placeholder="https://example.com/hook"
          hint="http or https, port 80, 443 or 8443. Private addresses are refused unless the operator allows them."
        />
        <fieldset className="choice">
          <legend>Events</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) => setEvents(WEBHOOK_EVENTS.filter((each) => (each === event ? target.checked : events.includes(each))))}
              />
              <code>{event}</code> <span className="muted">{EVENTS[event].when}</span>
            </label>
          ))}
          {isNone && (
            <p className="fault" role="alert">
              {errors.webhookUrlAndEvents().message}
            </p>
          )}
        </fieldset>
        <Field label="Note" name="description" maxLength={LIMITS.webhooks.descriptionCharacters} defaultValue={webhook?.Description} />
        {save.error && <ErrorNote error={save.error} />}
        <div className="row">
          <button type="submit" className="button button-primary" disabled={save.isPending || isNone}>
            {save.isPending ? 'Saving…' : webhook ? 'Save' : 'Create'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Discard
          </button>
          <CopyAs
            call={(form) => {
              const body = { url: String(form.get('url')).trim(), description: String(form.get('description')), events }
              return webhook ? callOf('updateWebhook', { path: { WebhookID: webhook.WebhookID }, body }) : callOf('createWebhook', { body })
            }}
          />
        </div>
      </form>
    </Modal>
  )
}

const VERIFY = `import { createHmac, timingSafeEqual } from 'node:crypto'
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${rawBody}\`
const expected = Buffer.from(\`v1,\${createHmac('sha256', key).update(signed).digest('base64')}\`)
const isOurs = headers['webhook-signature'].split(' ').map((each) => Buffer.from(each))
  .some((each) => each.length === expected.length && timingSafeEqual(each, expected))`

function Secret({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <Modal title="The signing secret" width="wide">
      <p>
        It is shown now and never again. Check with it that a delivery is ours; refuse timestamps that are more than{' '}
        {LIMITS.webhooks.signatureToleranceSeconds / 60} minutes off.
      </p>
      <pre className="secret">{text}</pre>
      <CopyButton text={text} label="Copy the secret" />
      <pre className="secret">{VERIFY}</pre>
      <CopyButton text={VERIFY} label="Copy the check" />
      <div className="row">
        <button type="button" className="button button-primary" onClick={onClose}>
          I have stored it
        </button>
      </div>
    </Modal>
  )
}
