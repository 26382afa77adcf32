// Uploads in parts that stopped, here or elsewhere, and that nothing in this tab goes on with: they count as stored until they are given up.
import { LIMITS } from '@credence/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { bytes } from '../ui/bytes.ts'
import { messageOf } from '../ui/ErrorNote.tsx'
import { shownName } from '../ui/shown-name.ts'
import { When } from '../ui/When.tsx'
import { givenUp, giveUp, uploads } from './uploads.ts'

const DAYS = LIMITS.uploads.idleSeconds / 86_400

export function Unfinished() {
  const here = useStore(uploads)
  const over = useStore(givenUp)
  const list = useInfiniteQuery(listQuery('listUploads', { query: {} }))
  const end = useMutation({ mutationFn: giveUp, onError: (error) => toast(messageOf(error), 'failed') })
  const all = list.data?.pages.flatMap((page) => page.Uploads) ?? []
  const left = all.filter(
    ({ UploadID }) => !over.has(UploadID) && !here.some(({ uploadId, state }) => uploadId === UploadID && state !== 'cancelled'),
  )
  if (left.length === 0) return null
  return (
    <section className="panel stack" aria-labelledby="unfinished">
      <h2 id="unfinished">Unfinished uploads</h2>
      <p className="muted small">
        Choose the same file again to go on where it stopped. Until then its size counts as used; after {DAYS} days without a part it is given up.
      </p>
      <ul className="uploads">
        {left.map(({ UploadID, Path, Size, UpdatedAt }) => (
          <li key={UploadID}>
            <bdi className="upload-path">{shownName(Path)}</bdi>
            <span className="tabular small muted">
              {bytes(Size)}, <When at={UpdatedAt * 1000} />
            </span>
            <button
              type="button"
              className="button button-small"
              aria-label={`Give up the upload of ${Path}`}
              aria-disabled={end.isPending}
              onClick={() => !end.isPending && end.mutate(UploadID)}
            >
              Give up
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
