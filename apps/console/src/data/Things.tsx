// Things: devices that post samples with a key of their own. A program reads them as files.
import type { Thing } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery, submit } from '../api/queries.ts'
import { useThings } from '../api/sources.ts'
import { actionTable, offersOf, usePageActions } from '../state/actions.ts'
import { toast } from '../state/toasts.ts'
import { bytes } from '../ui/bytes.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Modal } from '../ui/Modal.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { shownName } from '../ui/shown-name.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'

const route = getRouteApi('/inside/data')
const LIST = actionTable<object>('Things', [{ id: 'new', label: 'Add a thing', key: 'n' }])
const ACTIONS = actionTable<Thing>('Thing', [
  { id: 'rename', label: 'Rename', key: 'e' },
  { id: 'key', label: 'Make another key' },
  { id: 'delete', label: 'Delete', isDestructive: true },
])
type Shown =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename' | 'key' | 'delete'; readonly thing: Thing }
  | { readonly kind: 'secret'; readonly text: string; readonly id: string }

export function Things() {
  const { data, error, isPending, refetch } = useThings()
  const { thing: opened } = route.useSearch()
  const [shown, setShown] = useState<Shown>()
  usePageActions(LIST, data, () => setShown({ kind: 'new' }))
  const current = data?.things.find(({ ThingID }) => ThingID === opened)
  const perform = (id: string, thing: Thing) => setShown({ kind: id as 'rename' | 'key' | 'delete', thing })
  usePageActions(ACTIONS, current, perform)
  const close = () => setShown(undefined)
  return (
    <>
      <section className="panel stack" aria-label="Things">
        <div className="row spread">
          <p className="muted">Devices of yours that post samples, each with a key of its own. A program reads the latest of them as files.</p>
          <button type="button" className="button button-primary" onClick={() => setShown({ kind: 'new' })}>
            <Icon name="plus" size={18} /> Add a thing
          </button>
        </div>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && !error && <Waiting rows={3} />}
        {data?.things.length === 0 && (
          <p>
            You have no thing. A sensor, a machine or a script can be one: it posts numbers to topics, as <code>temperature</code>, and a task finds{' '}
            <code>./sd0/temperature.csv</code>.
          </p>
        )}
        {data && data.things.length > 0 && (
          <TableScroll label="Your things">
            <table className="source-table">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Last report</th>
                  <th scope="col">Address</th>
                  <th scope="col">Topics</th>
                  <th scope="col">
                    <span className="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.things.map((thing) => {
                  const { ThingID, Name, ThingStatus, Topics } = thing
                  return (
                    <tr key={ThingID}>
                      <th scope="row">
                        <Link
                          to="/data"
                          search={{ section: 'things', ...(ThingID !== opened && { thing: ThingID }) }}
                          aria-expanded={ThingID === opened}
                        >
                          <bdi>{shownName(Name)}</bdi>
                        </Link>
                      </th>
                      <td>{ThingStatus.updated_at === 0 ? <span className="muted">none yet</span> : <When at={ThingStatus.updated_at * 1000} />}</td>
                      <td>{ThingStatus.local_ipv4_address || '–'}</td>
                      <td>
                        <bdi>{shownName(Topics.map((topic) => topic.Name).join(', ') || '–')}</bdi>
                      </td>
                      <td>
                        <OnDemandMenu
                          label={`Actions for ${Name}`}
                          icon="more"
                          load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
                          props={{ label: `Actions for ${Name}`, offers: offersOf(ACTIONS, thing, perform) }}
                        />
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </TableScroll>
        )}
      </section>
      {current && <Topics thing={current} />}
      {(shown?.kind === 'new' || shown?.kind === 'rename') && (
        <NameDialog
          thing={shown.kind === 'rename' ? shown.thing : undefined}
          onMade={(text, id) => setShown({ kind: 'secret', text, id })}
          onClose={close}
        />
      )}
      {shown?.kind === 'key' && (
        <KeyDialog thing={shown.thing} onMade={(text) => setShown({ kind: 'secret', text, id: shown.thing.ThingID })} onClose={close} />
      )}
      {shown?.kind === 'secret' && <Secret text={shown.text} id={shown.id} onClose={close} />}
      {shown?.kind === 'delete' && (
        <DeleteDialog
          what={`the thing ${shown.thing.Name}`}
          done="Thing deleted"
          remove={() => client.things.delete(shown.thing.ThingID)}
          changed={['listThings', 'getUser']}
          onClose={close}
        >
          <p>Its samples go with it, and its key ends at once.</p>
        </DeleteDialog>
      )}
    </>
  )
}

function NameDialog({
  thing,
  onMade,
  onClose,
}: {
  readonly thing: Thing | undefined
  readonly onMade: (key: string, id: string) => void
  readonly onClose: () => void
}) {
  const queries = useQueryClient()
  const [name, setName] = useState(thing?.Name ?? '')
  const save = useMutation({
    mutationFn: async () => {
      if (!thing) return submit('createThing', { body: { Name: name.trim() } })
      await client.things.update(thing.ThingID, { Name: name.trim() })
      return undefined
    },
    onSuccess: async (made) => {
      for (const operation of ['listThings', 'getUser']) void queries.invalidateQueries({ queryKey: [operation] })
      if (made) return onMade(made.Key, made.ThingID)
      toast('Thing renamed')
      onClose()
    },
  })
  const isSame = name.trim() === '' || name.trim() === thing?.Name
  return (
    <Modal title={thing ? `Rename ${thing.Name}` : 'Add a thing'} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!isSame && !save.isPending) save.mutate()
        }}
      >
        <Field label="Name" autoFocus value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        {save.error && <ErrorNote error={save.error} />}
        <div className="row">
          <button type="submit" className="button button-primary" aria-disabled={isSame}>
            {save.isPending ? 'Saving…' : thing ? 'Save' : 'Add'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Discard
          </button>
        </div>
      </form>
    </Modal>
  )
}

function KeyDialog({ thing, onMade, onClose }: { readonly thing: Thing; readonly onMade: (key: string) => void; readonly onClose: () => void }) {
  const make = useMutation({ mutationFn: () => client.things.rotateKey(thing.ThingID), onSuccess: ({ Key }) => onMade(Key) })
  const revoke = useMutation({
    mutationFn: () => client.things.revokeKey(thing.ThingID),
    onSuccess: () => {
      toast('Key revoked')
      onClose()
    },
  })
  const error = make.error ?? revoke.error
  return (
    <Modal title={`Another key for ${thing.Name}?`} isAlert onClose={onClose}>
      <p>The key before ends at once: the device posts nothing until it has the new one. Its samples stay.</p>
      {error && <ErrorNote error={error} />}
      <div className="row">
        <button type="button" className="button button-primary" onClick={() => make.mutate()}>
          {make.isPending ? 'Making…' : 'Make another'}
        </button>
        <button type="button" className="button button-danger" onClick={() => revoke.mutate()}>
          Only revoke
        </button>
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Modal>
  )
}

function Secret({ text, id, onClose }: { readonly text: string; readonly id: string; readonly onClose: () => void }) {
  const call = `curl -H 'Authorization: ${text}' -H 'Content-Type: application/json' -d '{"Samples":[{"Value":21.5}]}' '${location.origin}/things/${id}/topics/temperature/samples'`
  return (
    <Modal title="The key of the thing">
      <p>It is shown once, and posts samples of this thing alone.</p>
      <pre className="secret">{text}</pre>
      <CopyButton text={text} label="Copy the key" />
      <p>Try it:</p>
      <pre className="secret">{call}</pre>
      <CopyButton text={call} label="Copy the command" />
      <p>
        <button type="button" className="button button-primary" onClick={onClose}>
          I have stored it
        </button>
      </p>
    </Modal>
  )
}

const LATEST = 20
function Topics({ thing: { ThingID, Name, Topics: topics } }: { readonly thing: Thing }) {
  const { data } = useQuery(operationQuery('listThingFiles', { path: { ThingID } }))
  const [deleted, setDeleted] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const topic = topics.find((each) => each.Name === (opened ?? topics[0]?.Name))
  const samples = useQuery({
    ...operationQuery('listThingSamples', { path: { ThingID, Topic: topic?.Name ?? '' }, query: { count: LATEST } }),
    enabled: topic !== undefined,
  })
  return (
    <section className="panel stack" aria-labelledby="topics">
      <h2 id="topics">
        <bdi>{shownName(Name)}</bdi>
      </h2>
      {topics.length === 0 && <p className="muted">It has reported nothing yet.</p>}
      {topics.length > 0 && (
        <ul className="stack">
          {topics.map((each) => (
            <li key={each.Name} className="row">
              <button type="button" className="link" aria-pressed={each.Name === topic?.Name} onClick={() => setOpened(each.Name)}>
                <bdi>{shownName(each.Name)}</bdi>
              </button>
              <span className="muted small">
                {each.SampleCount.toLocaleString('en')} samples, the last <When at={each.UpdatedAt * 1000} />
                {data?.files.map((file) => file.path === `${each.Name}.csv` && `; as ${file.path}, ${bytes(file.size)}`)}
              </span>
              <button
                type="button"
                className="button button-small"
                aria-label={`Delete the topic ${each.Name}`}
                onClick={() => setDeleted(each.Name)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
      {samples.error && <ErrorNote error={samples.error} onRetry={() => void samples.refetch()} />}
      {topic && samples.data && (
        <TableScroll label={`Latest samples of ${topic.Name}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col" className="number">
                  {topic.Name}
                </th>
              </tr>
            </thead>
            <tbody>
              {samples.data.Samples.toReversed().map(({ Timestamp, Value }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two samples may be alike
                <tr key={index}>
                  <td>{new Date(Timestamp).toISOString()}</td>
                  <td className="number">{String(Value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {deleted !== undefined && (
        <DeleteDialog
          what={`the topic ${deleted}`}
          done="Topic deleted"
          remove={() => client.things.deleteTopic(ThingID, deleted)}
          changed={['listThings', 'listThingFiles', 'listThingSamples']}
          onClose={() => setDeleted(undefined)}
        >
          <p>Its samples go. It begins anew with the next sample that the device posts.</p>
        </DeleteDialog>
      )}
    </section>
  )
}
