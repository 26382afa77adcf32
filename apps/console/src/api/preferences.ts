// The theme of the account: taken over where this browser has chosen none, and written when it is chosen here.

import { session } from '../state/session.ts'
import { adoptTheme, theme } from '../state/theme.ts'
import { client } from './client.ts'
import { operationQuery, queryClient } from './queries.ts'

let followed: string | undefined
/** Once for each who signs in. */
export async function followThemePreference(userId: string): Promise<void> {
  if (followed === userId) return
  followed = userId
  const user = await queryClient.fetchQuery({ ...operationQuery('getUser', { path: { UserID: 'me' } }) }).catch(() => undefined)
  if (user?.Preferences.PlatformTheme !== undefined) adoptTheme(user.Preferences.PlatformTheme)
}
theme.subscribe(() => {
  if (session.get().kind === 'open') void client.users.update({ Preferences: { PlatformTheme: theme.get() } }).catch(() => {}) // it holds here either way
})
