// One repository: run it, its builds and tasks, its configuration file, the button that adds it elsewhere, its settings.
import type { Repository, User } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { operationQuery } from '../api/queries.ts'
import { usePageActions } from '../state/actions.ts'
import { useTitle } from '../state/title.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Missing } from '../ui/Missing.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { REPOSITORY_ACTIONS } from './actions.ts'
import { isFixed, partsOf } from './address.ts'
import { RunForm } from './RunForm.tsx'
import { typedRun } from './run.ts'
import { type Overrides, overridden, valuesOf } from './run-values.ts'
import { StarButton } from './StarButton.tsx'
import type { RepositoryTab } from './search.ts'
import { useConfiguration } from './use-configuration.ts'
import { useStars } from './use-stars.ts'
import './repositories.css'
import './repository.css'
import { shownName } from '../ui/shown-name.ts'

const Builds = lazy(async () => ({ default: (await import('./Builds.tsx')).Builds }))
const ConfigurationFile = lazy(async () => ({ default: (await import('./ConfigurationFile.tsx')).ConfigurationFile }))
const AddToButton = lazy(async () => ({ default: (await import('./AddToButton.tsx')).AddToButton }))
const RepositorySettings = lazy(async () => ({ default: (await import('./RepositorySettings.tsx')).RepositorySettings }))
const DisconnectDialog = lazy(async () => ({ default: (await import('./DisconnectDialog.tsx')).DisconnectDialog }))
const route = getRouteApi('/inside/repositories/$repositoryId')
const TABS = [
  { id: 'run', label: 'Run' },
  { id: 'builds', label: 'Builds and tasks' },
  { id: 'configuration', label: 'Configuration file' },
  { id: 'button', label: 'Add-to button' },
  { id: 'settings', label: 'Settings' },
] as const satisfies readonly { id: RepositoryTab; label: string }[]

export function RepositoryScreen() {
  const { repositoryId } = route.useParams()
  const { data, error, refetch } = useQuery(operationQuery('getRepository', { path: { RepositoryID: repositoryId } }))
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  useTitle(data ? partsOf(data.RemoteURL).name : 'Repository', 'Repositories')
  if (error && !data) return <Missing what="Repository" list="/repositories" error={error} onRetry={() => void refetch()} />
  if (!data || !user) return <Waiting rows={6} />
  return <Shown key={data.RepositoryID} repository={data} user={user} />
}

function Shown({ repository, user }: { readonly repository: Repository; readonly user: User }) {
  const { tab = 'run' } = route.useSearch()
  const navigate = useNavigate()
  const { RepositoryID, RemoteURL } = repository
  const { owner, name, host } = partsOf(RemoteURL)
  const { stars, toggle } = useStars()
  const isStarred = stars.has(RepositoryID)
  const [isLeaving, setLeaving] = useState(false)
  const [typed, setTyped] = useState<Overrides>(() => typedRun.read(RepositoryID))
  const defaultCore = user.Preferences.Execution_DefaultCore ?? ''
  const branch = typed.Branch ?? repository.Branch
  const commit = typed.Commit ?? (branch === repository.Branch ? repository.Commit : 'HEAD')
  const configuration = useConfiguration(RemoteURL, isFixed(commit) || commit !== 'HEAD' ? commit : branch)
  const around = { defaultCore, fileTraces: configuration.read?.traceVariables }
  const overrides = overridden({}, typed, repository, around)
  const change = (part: Overrides) => {
    const next = overridden(overrides, part, repository, around)
    typedRun.write(RepositoryID, next)
    setTyped(next)
  }
  const show = (next: RepositoryTab) =>
    void navigate({
      to: '/repositories/$repositoryId',
      params: { repositoryId: RepositoryID },
      search: next === 'run' ? {} : { tab: next },
      replace: true,
    })
  const runNow = useRef<() => void>(() => {})
  usePageActions(REPOSITORY_ACTIONS, { repository, isStarred }, (id) => {
    if (id === 'open') show('run')
    if (id === 'run') tab === 'run' ? runNow.current() : show('run')
    if (id === 'star') toggle(RepositoryID, name)
    if (id === 'settings') show('settings')
    if (id === 'disconnect') setLeaving(true)
  })
  return (
    <>
      <div className="row spread">
        <div className="row repository-title">
          <h1>
            <bdi>{shownName(name)}</bdi>
          </h1>
          <StarButton name={name} isStarred={isStarred} onToggle={() => toggle(RepositoryID, name)} />
        </div>
        <span className="row small muted">
          <code>{RepositoryID}</code> <CopyButton isQuiet text={RepositoryID} label="Copy the id" />
        </span>
      </div>
      <p className="row muted">
        <span>
          <bdi>{shownName(owner)}</bdi> at {host}
        </span>
        <a href={RemoteURL} target="_blank" rel="noreferrer" className="row">
          <bdi>{shownName(RemoteURL)}</bdi> <Icon name="external" size={16} />
        </a>
      </p>
      <Tabs label="Parts of the repository" tabs={TABS} current={tab} onChange={(next) => show(next as RepositoryTab)}>
        <Suspense fallback={<Waiting rows={5} />}>
          {tab === 'run' && (
            <RunForm
              repository={repository}
              values={valuesOf(overrides, repository, around)}
              overrides={overrides}
              onChange={change}
              configuration={configuration}
              runRef={runNow}
            />
          )}
          {tab === 'builds' && <Builds repository={repository} />}
          {tab === 'configuration' && (
            <ConfigurationFile
              configuration={configuration}
              repository={repository}
              onUse={(words) => {
                change({ Arguments: words })
                show('run')
              }}
            />
          )}
          {tab === 'button' && <AddToButton remoteUrl={RemoteURL} />}
          {tab === 'settings' && <RepositorySettings key={repository.UpdatedAt} repository={repository} onDisconnect={() => setLeaving(true)} />}
        </Suspense>
      </Tabs>
      <Suspense>{isLeaving && <DisconnectDialog repository={repository} onClose={() => setLeaving(false)} />}</Suspense>
    </>
  )
}
