// What somebody marked with a star, kept with the account: a preference of the console's own, as JSON. Kinds that this version does not know stay as they are.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Pins, readPins, togglePin } from '../state/pins.ts'
import { toast } from '../state/toasts.ts'
import { client } from './client.ts'
import { operationQuery } from './queries.ts'

const PREFERENCE = 'Console_Pins'
const ME = operationQuery('getUser', { path: { UserID: 'me' } })

/** Set at once; taken back where the platform refuses. */
export function usePins(kind: 'repositories'): { readonly pins: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const queries = useQueryClient()
  const { data: me } = useQuery(ME)
  const pins = readPins((me?.Preferences as Readonly<Record<string, unknown>> | undefined)?.[PREFERENCE])
  const put = (value: Pins) =>
    queries.setQueryData(ME.queryKey, (user) => user && { ...user, Preferences: { ...user.Preferences, [PREFERENCE]: JSON.stringify(value) } })
  const change = useMutation({
    mutationFn: (value: Pins) => client.users.update({ Preferences: { [PREFERENCE]: JSON.stringify(value) } }),
    onError: () => {
      put(pins)
      toast('The star could not be kept', 'failed')
    },
  })
  return {
    pins: new Set(pins[kind]),
    toggle(id) {
      const next = togglePin(pins, kind, id)
      put(next)
      change.mutate(next)
    },
  }
}
