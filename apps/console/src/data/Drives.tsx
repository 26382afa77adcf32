// Drives: several data sources under one name, each at its place below that of the drive.
import { type Drive, isOwnStorage, storagePathOf } from '@credence/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { submit } from '../api/queries.ts'
import { useDrives } from '../api/sources.ts'
import { DataSources, dataSourcesFault } from '../programs/DataSources.tsx'
import { actionTable, offersOf, usePageActions } from '../state/actions.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { useUnsaved } from '../state/unsaved.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Modal } from '../ui/Modal.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { shownName } from '../ui/shown-name.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { LastUseCell } from './LastUseCell.tsx'
import { useLastUses } from './last-use.ts'

const LIST = actionTable<object>('Drives', [{ id: 'new', label: 'New drive', key: 'n' }])
const ACTIONS = actionTable<Drive>('Drive', [
  { id: 'edit', label: 'Edit', key: 'e' },
  { id: 'delete', label: 'Delete', isDestructive: true },
])
type Shown = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly drive: Drive }

export function Drives() {
  const { items, isLoading, error, retry } = useDrives()
  const uses = useLastUses()
  const [shown, setShown] = useState<Shown>()
  usePageActions(LIST, items, () => setShown({ kind: 'new' }))
  const perform = (id: string, drive: Drive) => setShown({ kind: id as 'edit' | 'delete', drive })
  return (
    <section className="panel stack" aria-label="Drives">
      <div className="row spread">
        <p className="muted">Several data sources under one name; a task names the drive alone.</p>
        <button type="button" className="button button-primary" onClick={() => setShown({ kind: 'new' })}>
          <Icon name="plus" size={18} /> New drive
        </button>
      </div>
      {error && <ErrorNote error={error} onRetry={retry} />}
      {isLoading && items.length === 0 && <Waiting rows={3} />}
      {!isLoading && !error && items.length === 0 && <p>You have no drive.</p>}
      {items.length > 0 && (
        <TableScroll label="Your drives">
          <table className="source-table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Data sources, in their order</th>
                <th scope="col">Last use</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((drive) => (
                <tr key={drive.DriveID}>
                  <th scope="row">
                    <bdi>{shownName(drive.Name)}</bdi>
                  </th>
                  <td>
                    <ol className="drive-sources">
                      {drive.DataSources.map(({ Location = '', ResourceType, ResourceID }) => (
                        <li key={Location}>
                          <code>{Location}/</code>{' '}
                          <span className="muted">
                            {isOwnStorage(ResourceType)
                              ? `own storage ${storagePathOf(ResourceID, drive.Owner) ?? ''}`
                              : `${ResourceType} ${ResourceID.slice(0, 12)}…`}
                          </span>
                        </li>
                      ))}
                    </ol>
                  </td>
                  <td>
                    <LastUseCell use={uses.of([drive.DriveID])} loaded={uses.loaded} />
                  </td>
                  <td>
                    <OnDemandMenu
                      label={`Actions for ${shownName(drive.Name)}`}
                      icon="more"
                      load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
                      props={{ label: `Actions for ${shownName(drive.Name)}`, offers: offersOf(ACTIONS, drive, perform) }}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {shown && shown.kind !== 'delete' && (
        <DriveDialog drive={shown.kind === 'edit' ? shown.drive : undefined} onClose={() => setShown(undefined)} />
      )}
      {shown?.kind === 'delete' && (
        <DeleteDialog
          what={`the drive ${shown.drive.Name}`}
          done="Drive deleted"
          remove={() => client.drives.delete(shown.drive.DriveID)}
          changed={['listDrives', 'getUser']}
          onClose={() => setShown(undefined)}
        >
          <p>What its data sources hold stays where it is. Repositories that name it no longer find it.</p>
        </DeleteDialog>
      )}
    </section>
  )
}

function DriveDialog({ drive, onClose }: { readonly drive: Drive | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const first = { Name: drive?.Name ?? '', DataSources: drive?.DataSources ?? [] }
  const [draft, setDraft] = useState(first)
  const [isTold, setTold] = useState(false)
  const offline = submitObstacle(useStore(connection))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  const nameless = draft.Name.trim() === '' ? 'Type a name.' : ''
  const wrong = dataSourcesFault(draft.DataSources) || (draft.DataSources.length === 0 ? 'Add a data source.' : '')
  useUnsaved('the drive', isChanged)
  const save = useMutation({
    mutationFn: async () => {
      const body = { Name: draft.Name.trim(), DataSources: [...draft.DataSources] }
      if (drive) await client.drives.update(drive.DriveID, body)
      else await submit('createDrive', { body })
    },
    onSuccess: async () => {
      toast(drive ? 'Drive saved' : 'Drive made')
      await Promise.all(['listDrives', 'getDrive', 'getUser'].map((operation) => queries.invalidateQueries({ queryKey: [operation] })))
      onClose()
    },
  })
  return (
    <Modal title={drive ? `Edit ${shownName(drive.Name)}` : 'New drive'} width="wide" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          setTold(true)
          if (nameless === '' && wrong === '' && isChanged && offline === undefined && !save.isPending) save.mutate()
          else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        }}
      >
        <Field
          label="Name"
          value={draft.Name}
          autoComplete="off"
          fault={isTold ? nameless || undefined : undefined}
          onChange={(event) => setDraft({ ...draft, Name: event.target.value })}
        />
        <DataSources isInDrive given={draft.DataSources} onChange={(sources) => setDraft({ ...draft, DataSources: [...sources] })} />
        {isTold && wrong && (
          <p className="fault" role="alert">
            {wrong}
          </p>
        )}
        <p className="hint">With the drive at sd0, a program opens ./sd0/ and then the place of each.</p>
        {save.error && <ErrorNote error={save.error} />}
        <div className="row">
          <ActionButton
            type="submit"
            look="primary"
            obstacle={offline ?? (drive && !isChanged ? 'Nothing is changed yet.' : undefined)}
            onAction={() => {}}
          >
            {save.isPending ? 'Saving…' : drive ? 'Save' : 'Make it'}
          </ActionButton>
          <button type="button" className="button" onClick={onClose}>
            Discard
          </button>
        </div>
      </form>
    </Modal>
  )
}
