// What later builds of a repository use by default, and disconnecting it.
import type { Repository, RepositoryUpdate } from '@credence/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery } from '../api/queries.ts'
import { argumentsFault } from '../programs/arguments-fault.ts'
import { DataSources, dataSourcesFault } from '../programs/DataSources.tsx'
import { TraceFields, traceFault } from '../programs/TraceFields.tsx'
import { coreLabel, useCores } from '../programs/use-cores.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { useUnsaved } from '../state/unsaved.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { directoryFault, readAddress, referenceFault } from './address.ts'
import { isEqual } from './run-values.ts'

type Draft = Required<
  Pick<Repository, 'RemoteURL' | 'Branch' | 'Commit' | 'BuildDirectory' | 'Arguments' | 'Core' | 'DataSources' | 'TraceVariables'>
>
const draftOf = ({
  RemoteURL,
  Branch,
  Commit,
  BuildDirectory,
  Arguments = '',
  Core = '',
  DataSources: sources = [],
  TraceVariables = [],
}: Repository): Draft => ({
  RemoteURL,
  Branch,
  Commit,
  BuildDirectory,
  Arguments,
  Core,
  DataSources: sources,
  TraceVariables,
})

export function RepositorySettings({ repository, onDisconnect }: { readonly repository: Repository; readonly onDisconnect: () => void }) {
  const queries = useQueryClient()
  const id = useId()
  const first = draftOf(repository)
  const [draft, setDraft] = useState(first)
  const { cores } = useCores()
  const offline = submitObstacle(useStore(connection))
  const read = readAddress(draft.RemoteURL)
  const wanted = { ...draft, RemoteURL: 'address' in read ? read.address.url : draft.RemoteURL }
  const changes = Object.fromEntries(
    (Object.keys(first) as (keyof Draft)[]).filter((field) => !isEqual(first[field], wanted[field])).map((field) => [field, wanted[field]]),
  ) as RepositoryUpdate
  const faults = {
    RemoteURL: 'fault' in read ? read.fault : '',
    Branch: referenceFault(draft.Branch, 'branch'),
    Commit: referenceFault(draft.Commit, 'commit'),
    BuildDirectory: directoryFault(draft.BuildDirectory),
    Arguments: argumentsFault(draft.Arguments),
    DataSources: dataSourcesFault(draft.DataSources),
    TraceVariables: traceFault(draft.TraceVariables),
  }
  const wrong = Object.values(faults).find((fault) => fault !== '')
  const isChanged = Object.keys(changes).length > 0
  useUnsaved('the settings of the repository', isChanged)
  const save = useMutation({
    mutationFn: () => client.repositories.update(repository.RepositoryID, changes),
    onSuccess: (saved) => {
      toast('Repository saved')
      queries.setQueryData(operationQuery('getRepository', { path: { RepositoryID: repository.RepositoryID } }).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['listRepositories'] })
    },
  })
  const set = (part: Partial<Draft>) => {
    save.reset()
    setDraft({ ...draft, ...part })
  }
  const text = (field: 'RemoteURL' | 'Branch' | 'Commit' | 'BuildDirectory' | 'Arguments', label: string, hint?: string) => (
    <Field
      label={label}
      value={draft[field]}
      spellCheck={false}
      autoComplete="off"
      hint={hint}
      fault={faults[field] || undefined}
      onChange={(event) => set({ [field]: event.target.value })}
    />
  )
  return (
    <div className="stack">
      <form
        className="stack"
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          if (isChanged && wrong === undefined && offline === undefined && !save.isPending) save.mutate()
          else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        }}
      >
        {text('RemoteURL', 'Address')}
        <div className="pair">
          {text('Branch', 'Branch')}
          {text('Commit', 'Commit', 'HEAD is the newest of the branch.')}
        </div>
        <div className="pair">
          {text('BuildDirectory', 'Build directory')}
          <div className="field">
            <label htmlFor={`${id}-core`}>Core</label>
            <select id={`${id}-core`} value={draft.Core} onChange={(event) => set({ Core: event.target.value })}>
              <option value="">That of the account</option>
              {draft.Core !== '' && !cores.some(({ CoreID }) => CoreID === draft.Core) && (
                <option value={draft.Core}>{draft.Core} (not there)</option>
              )}
              {cores.map((core) => (
                <option key={core.CoreID} value={core.CoreID}>
                  {coreLabel(core)}
                </option>
              ))}
            </select>
          </div>
        </div>
        {text('Arguments', 'Arguments')}
        <DataSources given={draft.DataSources} onChange={(sources) => set({ DataSources: [...sources] })} />
        <TraceFields given={draft.TraceVariables} onChange={(variables) => set({ TraceVariables: [...variables] })} />
        {faults.TraceVariables && <p className="fault">{faults.TraceVariables}</p>}
        <p className="hint">Builds made before keep what they were made with.</p>
        {save.error && <ErrorNote error={save.error} />}
        <div className="row">
          <ActionButton type="submit" look="primary" obstacle={offline ?? (isChanged ? wrong : 'Nothing is changed yet.')} onAction={() => {}}>
            {save.isPending ? 'Saving…' : 'Save'}
          </ActionButton>
          <ActionButton obstacle={isChanged ? undefined : 'Nothing is changed yet.'} onAction={() => setDraft(first)}>
            Discard
          </ActionButton>
        </div>
      </form>
      <section className="panel stack" aria-labelledby={`${id}-leave`}>
        <h2 id={`${id}-leave`}>Disconnect</h2>
        <p>The platform forgets the repository. Its builds and tasks stay.</p>
        <button type="button" className="button button-danger" onClick={onDisconnect}>
          Disconnect
        </button>
      </section>
    </div>
  )
}
