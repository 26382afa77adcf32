import { type Core, isHardwareClass, RECOMMENDED_CORE } from '@credence/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { client } from '../api/client.ts'
import { FRESH, listQuery, operationQuery } from '../api/queries.ts'
import { toast } from '../state/toasts.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Waiting } from '../ui/Waiting.tsx'

/** Which cores run what names none. */
export function Execution() {
  const queries = useQueryClient()
  const id = useId()
  const { data: user, error } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const given = useQuery({ ...operationQuery('listCores', { query: { default: true } }), staleTime: FRESH.lasting })
  const own = useInfiniteQuery(listQuery('listCores', { query: {} }))
  const cores = [...(own.data?.pages.flatMap((page) => page.Cores) ?? []), ...(given.data?.Cores ?? [])].filter(
    ({ Class }) => !isHardwareClass(Class),
  )
  const save = useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) => client.users.update({ Preferences: { [name]: value === '' ? null : value } }),
    onSuccess: () => {
      toast('Saved')
      return queries.invalidateQueries({ queryKey: ['getUser'] })
    },
  })
  if (error) return <ErrorNote error={error} />
  if (!user || !given.data) return <Waiting rows={3} />
  const choice = (name: 'Execution_DefaultCore' | 'Execution_DefaultReferenceCore', label: string, among: readonly Core[], none: string) => {
    const value = user.Preferences[name] ?? ''
    return (
      <div className="field narrow">
        <label htmlFor={`${id}-${name}`}>{label}</label>
        <select id={`${id}-${name}`} value={value} onChange={(event) => save.mutate({ name, value: event.target.value })}>
          <option value="">{none}</option>
          {value !== '' && !among.some(({ CoreID }) => CoreID === value) && <option value={value}>{value} (deleted)</option>}
          {among.map(({ CoreID, Name, Precision }) => (
            <option key={CoreID} value={CoreID}>
              {Name} · {Precision}
            </option>
          ))}
        </select>
      </div>
    )
  }
  return (
    <section className="panel stack" aria-label="Execution">
      {choice('Execution_DefaultCore', 'Default core', cores, `${RECOMMENDED_CORE.Name}, as nothing is chosen`)}
      {choice(
        'Execution_DefaultReferenceCore',
        'Default Reference core',
        cores.filter(({ Microarchitecture }) => Microarchitecture === 'Reference'),
        'None chosen',
      )}
      {save.error && <ErrorNote error={save.error} />}
    </section>
  )
}
