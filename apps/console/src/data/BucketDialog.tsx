import type { Bucket } from '@credence/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { submit } from '../api/queries.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { useUnsaved } from '../state/unsaved.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { type BucketDraft, changesOf, draftOf, EMPTY_BUCKET, faultsOf, requestOf } from './bucket-form.ts'

export function BucketDialog({ bucket, onClose }: { readonly bucket: Bucket | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const first = bucket ? draftOf(bucket) : EMPTY_BUCKET
  const [draft, setDraft] = useState(first)
  const [isTold, setTold] = useState(false)
  const offline = submitObstacle(useStore(connection))
  const faults = faultsOf(draft)
  const changes = bucket ? changesOf(bucket, draft) : {}
  const isSame = bucket !== undefined && Object.keys(changes).length === 0
  const isRight = Object.keys(faults).length === 0
  useUnsaved('the bucket', JSON.stringify(draft) !== JSON.stringify(first))
  const save = useMutation({
    mutationFn: async () => {
      if (bucket) await client.buckets.update(bucket.BucketID, changes)
      else await submit('createBucket', { body: requestOf(draft) })
    },
    onSuccess: async () => {
      toast(bucket ? 'Bucket saved' : 'Bucket added')
      await Promise.all(['listBuckets', 'getBucket', 'getUser'].map((operation) => queries.invalidateQueries({ queryKey: [operation] })))
      onClose()
    },
  })
  const set = (part: Partial<BucketDraft>) => {
    save.reset()
    setDraft({ ...draft, ...part })
  }
  const text = (field: 'Name' | 'Account' | 'MountPath' | 'Region' | 'Endpoint' | 'AccessKeyID', label: string, hint?: string) => (
    <Field
      label={label}
      value={draft[field]}
      autoComplete="off"
      spellCheck={false}
      hint={hint}
      fault={isTold ? faults[field] : undefined}
      onChange={(event) => set({ [field]: event.target.value })}
    />
  )
  const tick = (field: 'Read' | 'Write' | 'PathStyle', label: string) => (
    <label className="row">
      <input type="checkbox" checked={draft[field]} onChange={(event) => set({ [field]: event.target.checked })} /> {label}
    </label>
  )
  return (
    <Modal title={bucket ? `Edit ${bucket.Name}` : 'Add a bucket'} width="wide" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          setTold(true)
          if (isRight && !isSame && offline === undefined && !save.isPending) save.mutate()
          else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        }}
      >
        <div className="pair">
          {text('Name', 'Name', 'Of the bucket at its store.')}
          {text('Account', 'Account', 'At its store; for Amazon S3 twelve digits are checked.')}
        </div>
        <div className="pair">
          {text('MountPath', 'Folder', 'The part that tasks see; empty: all of it.')}
          {text('Region', 'Region', 'us-east-1 unless given.')}
        </div>
        {text('Endpoint', 'Address of the store', 'Empty: Amazon S3 in the region.')}
        <div className="row">
          {tick('Read', 'Tasks may read')}
          {tick('Write', 'What tasks write is stored')}
          {tick('PathStyle', 'Named in the path of addresses')}
        </div>
        <div className="pair">
          {text(
            'AccessKeyID',
            'Access key',
            bucket?.HasCredentials ? 'One is stored; empty leaves it as it is.' : 'Without one, tasks cannot use the bucket.',
          )}
          <Field
            label="Secret of the key"
            type="password"
            value={draft.SecretAccessKey}
            autoComplete="off"
            spellCheck={false}
            hint="Stored encrypted, and shown to nobody."
            fault={faults.SecretAccessKey}
            onChange={(event) => set({ SecretAccessKey: event.target.value })}
          />
        </div>
        {save.error && <ErrorNote error={save.error} />}
        <div className="row">
          <ActionButton type="submit" look="primary" obstacle={offline ?? (isSame ? 'Nothing is changed yet.' : undefined)} onAction={() => {}}>
            {save.isPending ? 'Saving…' : bucket ? 'Save' : 'Add'}
          </ActionButton>
          <button type="button" className="button" onClick={onClose}>
            Discard
          </button>
        </div>
      </form>
    </Modal>
  )
}
