// Connecting a repository: its address is read while it is typed, GitHub is asked what it knows, and one that is connected already is offered.
import { errors, type RepositoryRequest } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { client } from '../api/client.ts'
import { branchesQuery, contentsQuery, factsQuery, integrationQuery, sayRefusal } from '../api/github.ts'
import { operationQuery, submit } from '../api/queries.ts'
import { argumentsFault } from '../programs/arguments-fault.ts'
import { coreLabel, useCores } from '../programs/use-cores.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { useUnsaved } from '../state/unsaved.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Modal } from '../ui/Modal.tsx'
import { shownName } from '../ui/shown-name.ts'
import { useSettled } from '../ui/use-settled.ts'
import { type Address, directoryFault, isSameAddress, readAddress, referenceFault } from './address.ts'

const SETTLE_MS = 300

export function ConnectDialog({ given, onClose }: { readonly given: string; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const id = useId()
  const [typed, setTyped] = useState(given)
  const [branch, setBranch] = useState<string>()
  const [commit, setCommit] = useState('HEAD')
  const [directory, setDirectory] = useState('src')
  const [words, setWords] = useState('')
  const [coreId, setCoreId] = useState('')
  const [isTold, setTold] = useState(given !== '')
  const { cores } = useCores()
  const offline = submitObstacle(useStore(connection))
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const read = readAddress(typed)
  const address = 'address' in read ? read.address : undefined
  const settled = useSettled(address?.url, SETTLE_MS)
  const asked = address !== undefined && settled === address.url ? address : undefined
  const facts = useQuery({ ...factsQuery(asked ?? NOWHERE), enabled: asked?.isGitHub === true })
  const isKnown = asked?.isGitHub === true && facts.data !== undefined
  const branches = useQuery({ ...branchesQuery(asked ?? NOWHERE), enabled: isKnown })
  const chosen = branch ?? address?.branch ?? (isKnown && facts.data?.defaultBranch ? facts.data.defaultBranch : 'main')
  const settledBranch = useSettled(chosen, SETTLE_MS)
  const contents = useQuery({ ...contentsQuery(asked ?? NOWHERE, settledBranch), enabled: isKnown && settledBranch === chosen })
  const login = useQuery({ ...integrationQuery, enabled: asked?.isGitHub === true })
  const connected = useQuery({ ...connectedQuery, enabled: asked !== undefined })
  const already = asked && connected.data?.find(({ RemoteURL }) => isSameAddress(RemoteURL, asked.url))?.RepositoryID
  const faults = {
    address: 'fault' in read ? read.fault : undefined,
    branch: referenceFault(chosen, 'branch') || undefined,
    commit: referenceFault(commit, 'commit') || undefined,
    directory: directoryFault(directory) || undefined,
    words: argumentsFault(words) || undefined,
  }
  const isRight = Object.values(faults).every((fault) => fault === undefined)
  useUnsaved('the repository', typed !== given || branch !== undefined || words !== '')
  const connect = useMutation({
    mutationFn: async () => {
      if (!address || !isRight) throw new TypeError('the form is not complete')
      const body: RepositoryRequest = {
        RemoteURL: address.url,
        Branch: chosen,
        Commit: commit,
        BuildDirectory: directory,
        Arguments: words,
        ...(coreId !== '' && { Core: coreId }),
      }
      return submit('createRepository', { body })
    },
    onSuccess: async ({ RepositoryID }) => {
      toast('Repository connected')
      for (const operation of ['listRepositories', 'getUser']) void queries.invalidateQueries({ queryKey: [operation] })
      await navigate({ to: '/repositories/$repositoryId', params: { repositoryId: RepositoryID } })
    },
  })
  const [count, most] = [user?.ResourceUsage.RepositoryCount ?? 0, user?.Limits?.RepositoryCount]
  const obstacle = offline ?? (most !== undefined && count >= most ? `${errors.repositoryLimit().message} You have ${count} of ${most}.` : undefined)
  const folders = contents.data?.filter(({ isFolder }) => isFolder).map(({ name }) => name) ?? []
  return (
    <Modal title="Connect a repository" width="wide" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          setTold(true)
          if (isRight && obstacle === undefined && !connect.isPending) connect.mutate()
          else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        }}
      >
        <Field
          label="Address"
          autoFocus={given === ''}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          inputMode="url"
          placeholder="owner/name, or https://…"
          onChange={(event) => {
            connect.reset()
            setTyped(event.target.value)
          }}
          onBlur={() => typed !== '' && setTold(true)}
          fault={isTold ? faults.address : undefined}
          hint={address ? <Reading address={address} /> : 'Of any git host that is reached over https; owner/name means GitHub.'}
        />
        <div aria-live="polite" className="stack">
          {already && (
            <div className="note">
              <Icon name="info" />
              <div>
                <p>You have connected this repository already. One runs every branch, commit and core.</p>
                <p>
                  <Link className="button button-primary" to="/repositories/$repositoryId" params={{ repositoryId: already }}>
                    Open it
                  </Link>
                </p>
              </div>
            </div>
          )}
          {asked?.isGitHub && facts.data && (
            <p className="facts-line">
              <span className="tag">{facts.data.isPrivate ? 'private' : 'public'}</span>{' '}
              {shownName(facts.data.description) || <span className="muted">No description.</span>}
            </p>
          )}
          {asked?.isGitHub && facts.error && (
            <p className="hint">
              {sayRefusal(facts.error, Boolean(login.data))}{' '}
              {!login.data && (
                <Link to="/settings" search={{ section: 'github' }}>
                  GitHub login
                </Link>
              )}
            </p>
          )}
        </div>
        <div className="pair">
          <Field
            label="Branch"
            value={chosen}
            list={`${id}-branches`}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setBranch(event.target.value)}
            fault={faults.branch}
            hint={branches.data ? `${branches.data.length}${branches.data.length === 100 ? ' or more' : ''} branches` : undefined}
          />
          <datalist id={`${id}-branches`}>
            {branches.data?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Field
            label="Commit"
            value={commit}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setCommit(event.target.value)}
            fault={faults.commit}
            hint="HEAD is the newest of the branch."
          />
        </div>
        <div className="pair">
          <Field
            label="Build directory"
            value={directory}
            list={`${id}-folders`}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setDirectory(event.target.value)}
            fault={faults.directory}
            hint={<FolderHint directory={directory} contents={contents.data} />}
          />
          <datalist id={`${id}-folders`}>
            {folders.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <div className="field">
            <label htmlFor={`${id}-core`}>Core</label>
            <select id={`${id}-core`} value={coreId} onChange={(event) => setCoreId(event.target.value)}>
              <option value="">That of the account</option>
              {cores.map((core) => (
                <option key={core.CoreID} value={core.CoreID}>
                  {coreLabel(core)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Field
          label="Arguments"
          value={words}
          data-code
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setWords(event.target.value)}
          fault={faults.words}
          hint="Of its tasks, split as a shell splits words."
        />
        {connect.error && <ErrorNote error={connect.error} />}
        <div className="row">
          <ActionButton type="submit" look={already ? 'plain' : 'primary'} obstacle={obstacle} onAction={() => {}}>
            {connect.isPending ? 'Connecting…' : already ? 'Connect it once more' : 'Connect'}
          </ActionButton>
          <button type="button" className="button" onClick={onClose}>
            Discard
          </button>
        </div>
      </form>
    </Modal>
  )
}
/** Connecting and disconnecting ask anew. */
const LISTED_MS = 300_000
/** All of them, for whatever address is typed: to look up one that is not there, as most are, would be an error in the browser's console. */
const connectedQuery = {
  queryKey: ['listRepositories', 'all'],
  queryFn: () => Array.fromAsync(client.repositories.list()),
  staleTime: LISTED_MS,
}
const NOWHERE = { owner: '', name: '' } as const

function Reading({ address: { url, isGitHub } }: { readonly address: Address }) {
  return (
    <>
      Clones <code>{url}</code>
      {!isGitHub && '; of this host nothing can be asked before its first build.'}
    </>
  )
}

/** Undefined contents: nobody could be asked. */
function FolderHint({
  directory,
  contents,
}: {
  readonly directory: string
  readonly contents: readonly { name: string; isFolder: boolean }[] | undefined
}) {
  if (!contents) return <>The folder with the sources.</>
  const [first = ''] = directory.split('/')
  if (directory === '.' || contents.some(({ name, isFolder }) => isFolder && name === first)) return <>It is there.</>
  return <span className="warn">There is no {first}/ on this branch: name the folder with the sources.</span>
}
