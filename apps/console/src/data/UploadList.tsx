// Uploads of this tab: how far each is, and what can be done with it.
import { LIMITS } from '@credence/contract'
import { Link } from '@tanstack/react-router'
import { useStore } from '../state/store.ts'
import { useUnsaved } from '../state/unsaved.ts'
import { bytes } from '../ui/bytes.ts'
import { Icon } from '../ui/Icon.tsx'
import { shownName } from '../ui/shown-name.ts'
import { cancelUpload, clearEnded, isUnderWay, retryUpload, settleClash, type Upload, uploads } from './uploads.ts'

export function UploadList() {
  const all = useStore(uploads)
  const left = all.filter(isUnderWay)
  useUnsaved('uploads', left.length > 0)
  if (all.length === 0) return null
  const count = (state: Upload['state']) => all.filter((each) => each.state === state).length
  const done = count('done')
  return (
    <section className="panel stack" aria-labelledby="uploads">
      <div className="row spread">
        <h2 id="uploads">Uploads</h2>
        <span className="row">
          <span className="muted small" role="status">
            {done} of {all.length} uploaded
            {count('failed') > 0 && `, ${count('failed')} failed; what was uploaded stays`}
          </span>
          {left.length < all.length && (
            <button type="button" className="button button-small" onClick={clearEnded}>
              Clear the list
            </button>
          )}
        </span>
      </div>
      <ul className="uploads">
        {all.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Row({ upload: { id, path, bytes: size, sent, state, reason } }: { readonly upload: Upload }) {
  const isInParts = size > LIMITS.uploads.partBytes
  return (
    <li data-state={state}>
      <bdi className="upload-path">{shownName(path)}</bdi>
      {state === 'sending' && (
        <>
          <progress aria-label={`Upload of ${path}`} value={sent} max={Math.max(1, size)} />
          <span className="tabular small muted">
            {bytes(sent)} of {bytes(size)}
          </span>
        </>
      )}
      {state === 'waiting' && <span className="muted small">waits</span>}
      {state === 'done' && (
        <span className="status" data-status="Completed">
          <Icon name="check" size={18} /> {bytes(size)}
        </span>
      )}
      {state === 'cancelled' && <span className="muted small">not uploaded</span>}
      {state === 'clash' && (
        <span className="row">
          <span>There is one of that name.</span>
          <button type="button" className="button button-small" onClick={() => void settleClash(id, 'replace')}>
            Replace
          </button>
          <button type="button" className="button button-small" onClick={() => void settleClash(id, 'both')}>
            Keep both
          </button>
          <button type="button" className="button button-small" onClick={() => void settleClash(id, 'skip')}>
            Skip
          </button>
        </span>
      )}
      {state === 'failed' && (
        <span className="row">
          <span className="fault" role="alert">
            {reason}
            {isInParts && ' What arrived stays.'}
          </span>
          {reason?.includes('limit') && (
            <>
              <Link to="/usage">Usage</Link> <Link to="/billing">Billing</Link>
            </>
          )}
          <button type="button" className="button button-small" onClick={() => retryUpload(id)}>
            {isInParts ? 'Go on' : 'Try again'}
          </button>
        </span>
      )}
      {(state === 'sending' || state === 'waiting' || (state === 'failed' && isInParts)) && (
        <button type="button" className="button button-small" aria-label={`Cancel the upload of ${path}`} onClick={() => cancelUpload(id)}>
          Cancel
        </button>
      )}
    </li>
  )
}
