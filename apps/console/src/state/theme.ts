// Light, dark, or as the system is. The choice is the site's, under its key, so that documentation and console look alike; it is applied before the first
// paint by a line in the page.

import { remembered } from './remembered.ts'
import { createStore } from './store.ts'

export const THEMES = [
  { id: 'system', label: 'As the system', icon: 'system' },
  { id: 'light', label: 'Light', icon: 'sun' },
  { id: 'dark', label: 'Dark', icon: 'moon' },
] as const
export type Theme = (typeof THEMES)[number]['id']

const kept = remembered('theme', 'system')
const isDark = matchMedia('(prefers-color-scheme: dark)')
const asTheme = (text: string): Theme => (text === 'light' || text === 'dark' ? text : 'system')

export const theme = createStore<Theme>(asTheme(kept.read()))

export function chooseTheme(choice: Theme): void {
  kept.write(choice)
  theme.set(choice)
}
/** What another device chose, unless this one has chosen itself. */
export function adoptTheme(preference: string): void {
  if (kept.read() === 'system' && asTheme(preference) !== 'system') chooseTheme(asTheme(preference))
}
const apply = (): void => {
  const choice = theme.get()
  document.documentElement.dataset['theme'] = choice === 'system' ? (isDark.matches ? 'dark' : 'light') : choice
}
theme.subscribe(apply)
isDark.addEventListener('change', apply)
window.addEventListener('storage', ({ key, newValue }) => key === 'theme' && theme.set(asTheme(newValue ?? 'system')))
