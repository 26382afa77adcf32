// Buckets: object stores of one's own that tasks read, and write where they may.
import type { Bucket } from '@credence/contract'
import { lazy, Suspense, useState } from 'react'
import { client } from '../api/client.ts'
import { useBuckets } from '../api/sources.ts'
import { actionTable, offersOf, usePageActions } from '../state/actions.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Icon } from '../ui/Icon.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { shownName } from '../ui/shown-name.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { LastUseCell } from './LastUseCell.tsx'
import { useLastUses } from './last-use.ts'

const BucketDialog = lazy(async () => ({ default: (await import('./BucketDialog.tsx')).BucketDialog }))
const LIST = actionTable<object>('Buckets', [{ id: 'new', label: 'Add a bucket', key: 'n' }])
const ACTIONS = actionTable<Bucket>('Bucket', [
  { id: 'edit', label: 'Edit', key: 'e' },
  { id: 'delete', label: 'Remove', isDestructive: true },
])
type Shown = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly bucket: Bucket }

export function Buckets() {
  const { items, isLoading, error, retry } = useBuckets()
  const uses = useLastUses()
  const [shown, setShown] = useState<Shown>()
  usePageActions(LIST, items, () => setShown({ kind: 'new' }))
  const perform = (id: string, bucket: Bucket) => setShown({ kind: id as 'edit' | 'delete', bucket })
  return (
    <section className="panel stack" aria-label="Buckets">
      <div className="row spread">
        <p className="muted">Object stores of yours that speak S3. Tasks see one as a folder.</p>
        <button type="button" className="button button-primary" onClick={() => setShown({ kind: 'new' })}>
          <Icon name="plus" size={18} /> Add a bucket
        </button>
      </div>
      {error && <ErrorNote error={error} onRetry={retry} />}
      {isLoading && items.length === 0 && <Waiting rows={3} />}
      {!isLoading && !error && items.length === 0 && (
        <p>You have no bucket. Add one by its name and account, with an access key that the platform stores encrypted and shows to nobody.</p>
      )}
      {items.length > 0 && (
        <TableScroll label="Your buckets">
          <table className="source-table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Account</th>
                <th scope="col">Folder</th>
                <th scope="col">Where</th>
                <th scope="col">Tasks may</th>
                <th scope="col">Last use</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((bucket) => {
                const { BucketID, Name, Account, MountPath, Region, Endpoint, Read, Write, HasCredentials } = bucket
                return (
                  <tr key={BucketID}>
                    <th scope="row">
                      <bdi>{shownName(Name)}</bdi>
                      {!HasCredentials && <span className="tag tag-warn">no access key</span>}
                    </th>
                    <td>
                      <bdi>{shownName(Account)}</bdi>
                    </td>
                    <td>{MountPath ? <bdi>{shownName(MountPath)}</bdi> : <span className="muted">all of it</span>}</td>
                    <td>{Endpoint ?? Region}</td>
                    <td>{[Read && 'read', Write && 'write'].filter(Boolean).join(', ') || 'nothing'}</td>
                    <td>
                      <LastUseCell use={uses.of([BucketID])} loaded={uses.loaded} />
                    </td>
                    <td>
                      <OnDemandMenu
                        label={`Actions for ${Name}`}
                        icon="more"
                        load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
                        props={{ label: `Actions for ${Name}`, offers: offersOf(ACTIONS, bucket, perform) }}
                      />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </TableScroll>
      )}
      <Suspense>
        {shown && shown.kind !== 'delete' && (
          <BucketDialog bucket={shown.kind === 'edit' ? shown.bucket : undefined} onClose={() => setShown(undefined)} />
        )}
      </Suspense>
      {shown?.kind === 'delete' && (
        <DeleteDialog
          what={`the bucket ${shown.bucket.Name}`}
          done="Bucket removed"
          remove={() => client.buckets.delete(shown.bucket.BucketID)}
          changed={['listBuckets', 'getUser']}
          onClose={() => setShown(undefined)}
        >
          <p>The platform forgets it and its access key. What is in it stays where it is. Drives and repositories that name it no longer find it.</p>
        </DeleteDialog>
      )}
    </section>
  )
}
