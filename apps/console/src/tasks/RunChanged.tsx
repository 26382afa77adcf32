// A task once more with other arguments, data sources or another core. Another core means another build, and it says so before.
import { type Build, type Core, type DataSource, parseArguments, type Task } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { buildEnded } from '../api/ended.ts'
import { operationQuery } from '../api/queries.ts'
import { argumentsFault } from '../programs/arguments-fault.ts'
import { DataSources } from '../programs/DataSources.tsx'
import { OFFERED_CORES } from '../programs/draft.ts'
import { RunName } from '../programs/RunName.tsx'
import { rebuild } from '../programs/rebuild.ts'
import { coreNameOf } from '../programs/rows.ts'
import { startTask } from '../programs/start-task.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'

export function RunChanged({ task, build, onClose }: { readonly task: Task; readonly build: Build; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const { data } = useQuery(operationQuery('listCores', { query: {} }))
  const present = coreNameOf(build.BuildCoreSpecs)
  const [name, setName] = useState('')
  const [words, setWords] = useState(task.Arguments ?? '')
  const [sources, setSources] = useState<readonly DataSource[]>(task.DataSources)
  const [coreId, setCoreId] = useState('')
  const [stage, setStage] = useState<'ready' | 'building' | 'starting'>('ready')
  const [error, setError] = useState<unknown>()
  const { SourceCode, Repository } = build.Application
  const cores: readonly Core[] = [...(data?.Cores ?? []), ...(OFFERED_CORES as readonly Core[])].filter(
    ({ Name, Class }) => Name !== present && !Class.startsWith('C0-microSD'),
  )
  const fault = argumentsFault(words)
  async function run(): Promise<void> {
    if (fault || stage !== 'ready') return
    setError(undefined)
    try {
      parseArguments(words)
      let { BuildID } = build
      if (coreId) {
        setStage('building')
        BuildID = await rebuild(build, { CoreID: coreId, Arguments: words, DataSources: sources })
        const ended = await buildEnded(BuildID)
        if (ended.Status !== 'Completed') return void navigate({ to: '/tasks/builds/$buildId', params: { buildId: BuildID } })
      }
      setStage('starting')
      const taskId = await startTask({ BuildID, Arguments: words, DataSources: sources }, name)
      onClose()
      void navigate({ to: '/tasks/$taskId', params: { taskId } })
    } catch (problem) {
      setStage('ready')
      setError(problem)
    }
  }
  return (
    <Modal title="Run again with changes" width="wide" onClose={onClose}>
      <RunName value={name} of="this run" or="its program" onName={setName} />
      <Field
        label="Arguments"
        value={words}
        spellCheck={false}
        autoComplete="off"
        fault={fault || undefined}
        hint={words === (task.Arguments ?? '') ? 'As before.' : `Before: ${task.Arguments || 'none'}`}
        onChange={(event) => setWords(event.target.value)}
      />
      <DataSources given={sources} onChange={setSources} />
      <div className="field">
        <label htmlFor="changed-core">Core</label>
        <select id="changed-core" value={coreId} onChange={(event) => setCoreId(event.target.value)}>
          <option value="">{present || 'As built'}</option>
          {cores.map(({ CoreID, Name, Microarchitecture, Precision }) => (
            <option key={CoreID} value={CoreID}>
              {Name} · {Microarchitecture} {Precision}
            </option>
          ))}
        </select>
        <p className="hint">{coreId ? 'Another core needs another build, which is made first.' : 'The build of this task serves again.'}</p>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      <p className="row">
        <button type="button" className="button button-primary" aria-disabled={fault !== '' || stage !== 'ready'} onClick={() => void run()}>
          {stage === 'building' ? 'Building …' : stage === 'starting' ? 'Starting …' : 'Run'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Not now
        </button>
        <CopyAs
          call={
            coreId && SourceCode
              ? callOf('createSourceCodeBuild', {
                  body: { Code: SourceCode.Code, Language: SourceCode.Language, CoreID: coreId, Arguments: words, DataSources: sources },
                })
              : coreId && Repository
                ? callOf('createRepositoryBuild', {
                    path: { RepositoryID: Repository.RepositoryID },
                    body: { CoreID: coreId, Arguments: words, DataSources: sources },
                  })
                : callOf('createTask', {
                    path: { BuildID: build.BuildID },
                    body: { Arguments: words, DataSources: sources, ...(name.trim() && { Name: name.trim() }) },
                  })
          }
        />
      </p>
    </Modal>
  )
}
