// Preferences of the console's own: JSON as a text under a name that the API keeps. A change holds at once, and is taken back with a note where it is refused.
import type { User } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { toast } from '../state/toasts.ts'
import { client } from './client.ts'
import { operationQuery, queryClient } from './queries.ts'

export interface OwnPreference<Value> {
  readonly name: `Console_${string}`
  /** From what is kept, whatever that is: other versions of the console write it too. */
  read(given: unknown): Value
}

const me = operationQuery('getUser', { path: { UserID: 'me' } })

export function useOwnPreference<Value>(preference: OwnPreference<Value>): readonly [Value, (change: (value: Value) => Value) => void] {
  const { data: user } = useQuery(me)
  const text = (user?.Preferences as Readonly<Record<string, unknown>> | undefined)?.[preference.name]
  const value = useMemo(() => preference.read(parsed(text)), [preference, text])
  const change = useCallback((make: (value: Value) => Value) => changeOwnPreference(preference, make), [preference])
  return [value, change]
}

/** Texts on their way, by name: what comes next starts from them, not from an answer that was asked for before. */
const sent = new Map<string, string>()
let last: Promise<unknown> = Promise.resolve()

export function changeOwnPreference<Value>(preference: OwnPreference<Value>, make: (value: Value) => Value): void {
  const { name } = preference
  const before = queryClient.getQueryData<User>(me.queryKey)
  if (!before) {
    // What is kept is not known yet, and must not be written over.
    void queryClient.fetchQuery(me).then(
      () => changeOwnPreference(preference, make),
      (error: Error) => toast(error.message, 'failed'),
    )
    return
  }
  const textBefore = (before.Preferences as Readonly<Record<string, unknown>> | undefined)?.[name]
  const text = JSON.stringify(make(preference.read(parsed(sent.get(name) ?? textBefore))))
  sent.set(name, text)
  void queryClient.cancelQueries(me)
  const put = (next: unknown) =>
    queryClient.setQueryData<User>(
      me.queryKey,
      (user) => user && { ...user, Preferences: { ...user.Preferences, [name]: next } as User['Preferences'] },
    )
  put(text)
  last = last
    .then(() => client.users.update({ Preferences: { [name]: text } }))
    .catch((error: unknown) => {
      put(textBefore)
      toast(error instanceof Error ? error.message : String(error), 'failed')
    })
    .finally(() => {
      if (sent.get(name) === text) sent.delete(name)
      if (sent.size === 0) void queryClient.invalidateQueries(me)
    })
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
