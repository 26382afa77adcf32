import type { Key } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery } from '../api/queries.ts'
import { CreateKeyDialog } from '../keys/CreateKeyDialog.tsx'
import { actionTable, usePageActions } from '../state/actions.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'
import { keyState } from './key-state.ts'

const ACTIONS = actionTable<object>('API keys', [{ id: 'new', label: 'Create a key', key: 'n' }])

export function Keys() {
  const { data, error, refetch } = useQuery(operationQuery('listKeys', {}))
  const [isCreating, setCreating] = useState(false)
  const [deleted, setDeleted] = useState<Key>()
  usePageActions(ACTIONS, data, () => setCreating(true))
  return (
    <section className="panel stack" aria-label="API keys">
      <div className="row spread">
        <p className="muted">A key acts for you in programs and scripts. Its text is shown once, when it is made.</p>
        <button type="button" className="button button-primary" onClick={() => setCreating(true)}>
          Create a key
        </button>
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting rows={3} />}
      {data && data.Keys.length === 0 && <p>You have no API key.</p>}
      {data && data.Keys.length > 0 && (
        <TableScroll label="Your API keys">
          <table>
            <TableHead columns={['Name', 'Key', 'Created', 'Last used', 'Ends']} hasActions />
            <tbody>
              {data.Keys.map((key) => {
                const state = keyState(key.ValidUntil, Date.now())
                return (
                  <tr key={key.KeyID}>
                    <th scope="row">{key.Name}</th>
                    <td>
                      <code>{key.Key}</code>
                    </td>
                    <td>
                      <When at={key.CreatedAt * 1000} />
                    </td>
                    <td>{key.LastUsedAt === null ? 'never' : <When at={key.LastUsedAt * 1000} />}</td>
                    <td>
                      {key.ValidUntil === null ? 'never' : <When at={key.ValidUntil * 1000} />}
                      {state !== 'valid' && (
                        <span className={`tag tag-${state === 'over' ? 'danger' : 'warn'}`}>{state === 'over' ? 'expired' : 'ends soon'}</span>
                      )}
                    </td>
                    <td>
                      <button type="button" className="button button-small" aria-label={`Delete the key ${key.Name}`} onClick={() => setDeleted(key)}>
                        Delete
                      </button>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </TableScroll>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {deleted && <DeleteKey of={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  )
}

function DeleteKey({ of, onClose }: { readonly of: Key; readonly onClose: () => void }) {
  return (
    <DeleteDialog
      what={`the key ${of.Name}`}
      done={`Key ${of.Name} deleted`}
      remove={() => client.keys.delete(of.KeyID)}
      changed={['listKeys', 'getUser']}
      onClose={onClose}
    >
      <p>
        {of.LastUsedAt !== null && (
          <>
            It was last used <When at={of.LastUsedAt * 1000} />.{' '}
          </>
        )}
        Programs and scripts that use <code>{of.Key}</code> are refused from then on, and sessions that began with it end.
      </p>
    </DeleteDialog>
  )
}
