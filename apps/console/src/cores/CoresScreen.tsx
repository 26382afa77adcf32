// Cores: those that every account has, and one's own; what is built and run by default.
import { type Core, errors, isHardwareClass, type User } from '@credence/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { FRESH, listQuery, operationQuery } from '../api/queries.ts'
import { actionTable, usePageActions } from '../state/actions.ts'
import { announce } from '../state/live-region.ts'
import { useTitle } from '../state/title.ts'
import { toast } from '../state/toasts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { callOf, isForm } from '../ui/copy-as.ts'
import { copyCall } from '../ui/copy-call.ts'
import { ErrorNote, messageOf } from '../ui/ErrorNote.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { CoreTable } from './CoreTable.tsx'
import { CORE_ACTIONS, type CoreSubject } from './core-actions.ts'
import { DeleteCoreDialog } from './DeleteCoreDialog.tsx'
import './cores.css'
import { Filters } from './Filters.tsx'
import { type CoreFilter, matches } from './filter.ts'
import { ProgramTimes, useProgram } from './ProgramTimes.tsx'

const CoreDialog = lazy(async () => ({ default: (await import('./CoreDialog.tsx')).CoreDialog }))
const route = getRouteApi('/inside/cores')
const SCREEN_ACTIONS = actionTable<User | undefined>('Cores', [
  {
    id: 'new',
    label: 'New core',
    key: 'n',
    obstacle: (user) => {
      const [count, most] = [user?.ResourceUsage.CoreCount ?? 0, user?.Limits?.CoreCount]
      return most !== undefined && count >= most ? `${errors.coreLimit().message} You have ${count} of ${most}.` : undefined
    },
  },
])
type Shown = { readonly kind: 'create' } | { readonly kind: 'edit' | 'duplicate' | 'delete'; readonly core: Core }

export function CoresScreen() {
  useTitle('Cores')
  const search = route.useSearch()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const [selected, setSelected] = useState<string>()
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const given = useQuery({ ...operationQuery('listCores', { query: { default: true } }), staleTime: FRESH.lasting })
  const own = useInfiniteQuery(listQuery('listCores', { query: {} }))
  const isCustom = search.tab === 'custom'
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = own
  useEffect(() => {
    if (isCustom && hasNextPage && !isFetchingNextPage) void fetchNextPage() // the plan limits their number
  }, [isCustom, hasNextPage, isFetchingNextPage, fetchNextPage])
  const all = isCustom ? (own.data?.pages.flatMap((page) => page.Cores) ?? []) : (given.data?.Cores ?? [])
  const cores = all.filter((core) => matches(core, search))
  const program = useProgram(search.of)
  const error = isCustom ? own.error : given.error
  const isLoading = isCustom ? own.isPending : given.isPending
  const preferences = user?.Preferences
  const subjectOf = (core: Core): CoreSubject => ({
    core,
    isDefault: preferences?.Execution_DefaultCore === core.CoreID,
    isDefaultReference: preferences?.Execution_DefaultReferenceCore === core.CoreID,
  })
  const prefer = useMutation({
    mutationFn: ({ name, CoreID }: { name: string; CoreID: string }) => client.users.update({ Preferences: { [name]: CoreID } }),
    onSuccess: () => {
      toast('Saved as the default')
      return queries.invalidateQueries({ queryKey: ['getUser'] })
    },
    onError: (refused) => toast(messageOf(refused), 'failed'),
  })
  function perform(id: string, { core }: CoreSubject) {
    if (id === 'default') prefer.mutate({ name: 'Execution_DefaultCore', CoreID: core.CoreID })
    else if (id === 'default-reference') prefer.mutate({ name: 'Execution_DefaultReferenceCore', CoreID: core.CoreID })
    else if (isForm(id)) void copyCall(id, callOf('getCore', { path: { CoreID: core.CoreID } }))
    else setShown({ kind: id as 'edit' | 'duplicate' | 'delete', core })
  }
  const current = cores.find(({ CoreID }) => CoreID === selected)
  usePageActions(CORE_ACTIONS, current && subjectOf(current), perform)
  usePageActions(SCREEN_ACTIONS, user, () => setShown({ kind: 'create' }))
  const setSearch = (change: Partial<CoreFilter>) => void navigate({ to: '/cores', search: { ...search, ...change }, replace: true })
  useEffect(() => {
    if (search.q !== undefined) announce(`${cores.length} cores`)
  }, [search.q, cores.length])
  const full = SCREEN_ACTIONS.rows[0]?.obstacle?.(user)
  return (
    <>
      <div className="row spread">
        <h1>Cores</h1>
        <ActionButton look="primary" obstacle={full} onAction={() => setShown({ kind: 'create' })}>
          <Icon name="plus" size={18} />
          New core
        </ActionButton>
      </div>
      <nav className="tabs" aria-label="Kinds of cores">
        {(['default', 'custom'] as const).map((tab) => (
          <button
            key={tab}
            type="button"
            aria-current={(search.tab ?? 'default') === tab ? 'true' : undefined}
            onClick={() => setSearch({ tab: tab === 'custom' ? tab : undefined })}
          >
            {tab === 'default' ? 'Default' : 'Custom'}
            {tab === 'custom' && user && ` (${user.ResourceUsage.CoreCount})`}
          </button>
        ))}
      </nav>
      <Filters search={search} onChange={setSearch} />
      <ProgramTimes program={program} of={search.of} cores={all} onChoose={(of) => setSearch({ of })} />
      {error && <ErrorNote error={error} onRetry={() => void (isCustom ? own.refetch() : given.refetch())} />}
      {isLoading && !error && <Waiting rows={6} />}
      {!isLoading && all.length === 0 && (
        <p className="panel muted">
          You have no core of your own. Make one, or duplicate a default one: a core says how many Dirac deltas a value keeps, how much memory a
          program has, and how uncertainty is tracked.
        </p>
      )}
      {all.length > 0 && cores.length === 0 && (
        <p className="panel">
          No core is like that.{' '}
          <button type="button" className="link" onClick={() => void navigate({ to: '/cores', search: isCustom ? { tab: 'custom' } : {} })}>
            Clear the filters
          </button>
        </p>
      )}
      {cores.length > 0 && (
        <CoreTable
          groups={[
            { title: undefined, cores: cores.filter(({ Class }) => !isHardwareClass(Class)) },
            { title: 'For hardware: they give a binary and run no tasks', cores: cores.filter(({ Class }) => isHardwareClass(Class)) },
          ]}
          subjectOf={subjectOf}
          timeOn={search.of === undefined ? undefined : program.timeOn}
          selected={selected}
          onSelect={setSelected}
          onAction={perform}
        />
      )}
      {shown && shown.kind !== 'delete' && (
        <Suspense>
          <CoreDialog mode={shown.kind} core={'core' in shown ? shown.core : undefined} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
      {shown?.kind === 'delete' && <DeleteCoreDialog subject={subjectOf(shown.core)} onClose={() => setShown(undefined)} />}
    </>
  )
}
