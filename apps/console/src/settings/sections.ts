export const SECTIONS = [
  { id: 'profile', title: 'Profile' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'editor', title: 'Editor' },
  { id: 'execution', title: 'Execution' },
  { id: 'keys', title: 'API keys' },
  { id: 'github', title: 'GitHub' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'activity', title: 'Activity' },
  { id: 'health', title: 'Health' },
] as const
export type SectionId = (typeof SECTIONS)[number]['id']

export interface SettingsSearch {
  readonly section?: SectionId
  /** Of a webhook whose deliveries are looked at. */
  readonly webhook?: string
  /** Of the activity, in days. */
  readonly days?: number
}
export function settingsSearch({ section, webhook, days }: Record<string, unknown>): SettingsSearch {
  const found = SECTIONS.find(({ id }) => id === section)?.id
  const count = Number(days)
  return {
    ...(found && { section: found }),
    ...(typeof webhook === 'string' && /^whk_[a-z0-9]{32}$/.test(webhook) && { webhook }),
    ...(Number.isInteger(count) && count > 0 && count <= 400 && { days: count }),
  }
}
