// A link to a picture of the value, for who has no account: the platform draws it, signs the link and says until when it works.
import { LIMITS } from '@credence/contract'
import { useMutation } from '@tanstack/react-query'
import { submit } from '../api/queries.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'

interface SignedLinkProps {
  /** The value as Ux text. */
  readonly payload: string
  readonly name: string | undefined
  readonly fullResolution: boolean
}
export function SignedLink({ payload, name, fullResolution }: SignedLinkProps) {
  const offline = submitObstacle(useStore(connection))
  const plot = useMutation({
    mutationFn: async () => {
      const { presignedURL } = await submit('createPlot', { body: { payload }, query: { fullResolution, ...(name && { xAxisLabel: name }) } })
      return { link: presignedURL, endsAt: Date.now() + LIMITS.links.plotSeconds * 1000 }
    },
    onSuccess: () => announce('The link is there'),
  })
  return (
    <>
      <p>
        <ActionButton isSmall obstacle={offline ?? (plot.isPending ? 'It is being drawn.' : undefined)} onAction={() => plot.mutate()}>
          {plot.isPending ? 'Drawing …' : 'Signed link'}
        </ActionButton>{' '}
        <span className="small muted">To a picture of it, for somebody who has no account.</span>
      </p>
      {plot.error && <ErrorNote error={plot.error} />}
      {plot.data && (
        <div className="field">
          <label htmlFor="signed-link">Link to the picture</label>
          <div className="field-control">
            <input id="signed-link" readOnly value={plot.data.link} onFocus={(event) => event.target.select()} />
            <CopyButton text={plot.data.link} label="Copy" />
          </div>
          <p className="hint">Whoever has it sees the picture, until {new Date(plot.data.endsAt).toLocaleString()}.</p>
        </div>
      )}
    </>
  )
}
