// Deleting files and folders: what goes is counted first, all that is in folders too.
import type { FileItem } from '@credence/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { announce } from '../state/live-region.ts'
import { toast } from '../state/toasts.ts'
import { bytes } from '../ui/bytes.ts'
import { ErrorNote, messageOf } from '../ui/ErrorNote.tsx'
import { Modal } from '../ui/Modal.tsx'
import { shownName } from '../ui/shown-name.ts'
import { type Counted, countBelow, countedText } from './listing.ts'
import { isFolder, nameOf } from './names.ts'

export function DeleteFiles({ items, onClose }: { readonly items: readonly FileItem[]; readonly onClose: (isDone: boolean) => void }) {
  const queries = useQueryClient()
  const [counted, setCounted] = useState<Counted>({ files: 0, folders: 0, bytes: 0 })
  const [stage, setStage] = useState<'counting' | 'ready' | 'deleting'>('counting')
  const [error, setError] = useState<unknown>()
  const [refused, setRefused] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted once, when it is asked
  useEffect(() => {
    const controller = new AbortController()
    const sizes = new Map(items.map(({ path, size }) => [path, size]))
    countBelow(
      items.map(({ path }) => path),
      sizes,
      setCounted,
      controller.signal,
    ).then(
      (sum) => {
        setCounted(sum)
        setStage('ready')
      },
      (failure: unknown) => controller.signal.aborted || setError(failure),
    )
    return () => controller.abort()
  }, [])
  async function remove(): Promise<void> {
    if (stage !== 'ready') return
    setStage('deleting')
    const failed: string[] = []
    for (const { path } of items)
      await client.files
        .delete(path.replace(/\/$/, ''), isFolder(path) ? { directory: true, recursive: true } : {})
        .catch((failure: unknown) => failed.push(`${nameOf(path)}: ${messageOf(failure)}`))
    for (const operation of ['listFiles', 'getUser']) void queries.invalidateQueries({ queryKey: [operation] })
    announce(`${items.length - failed.length} deleted`)
    if (failed.length === 0) {
      toast('Deleted')
      onClose(true)
    } else {
      setRefused(failed)
      setStage('ready')
    }
  }
  const [first] = items
  const title = items.length === 1 && first ? `Delete ${shownName(nameOf(first.path))}?` : `Delete ${items.length} of this folder?`
  return (
    <Modal title={title} isAlert onClose={() => onClose(false)}>
      <p aria-live="polite">
        {stage === 'counting' ? 'Counting … ' : ''}
        {countedText(counted)}, {bytes(counted.bytes)}. Nothing brings them back.
      </p>
      {error !== undefined && <ErrorNote error={error} />}
      {refused.length > 0 && (
        <ul className="fault">
          {refused.map((each) => (
            <li key={each}>
              <bdi>{shownName(each)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <button type="button" className="button button-danger" aria-disabled={stage !== 'ready'} onClick={() => void remove()}>
          {stage === 'deleting' ? 'Deleting…' : `Delete ${countedText(counted)}`}
        </button>
        <button type="button" className="button" onClick={() => onClose(false)}>
          Keep
        </button>
      </div>
    </Modal>
  )
}
