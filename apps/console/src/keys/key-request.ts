// What a new key needs, and what its reader does with it.
export const ENDS = [
  { id: '30', label: 'In 30 days' },
  { id: '90', label: 'In 90 days' },
  { id: 'date', label: 'On a date' },
  { id: 'never', label: 'Never' },
] as const
export type End = (typeof ENDS)[number]['id']
const DAY_SECONDS = 86_400

/** Seconds since the epoch; null: never. A date ends with its last second, here. @param now  milliseconds since the epoch */
export function validUntil(end: End, date: string, now: number): number | null | undefined {
  if (end === 'never') return null
  if (end !== 'date') return Math.floor(now / 1000) + Number(end) * DAY_SECONDS
  const at = Date.parse(`${date}T23:59:59`)
  return Number.isNaN(at) || at <= now ? undefined : Math.floor(at / 1000)
}

/** Lists the account's cores with the key: works as it stands in any shell. */
export const curlWith = (origin: string, key: string): string => `curl -H 'Authorization: ${key}' '${origin}/users/me'`

export const envFile = (origin: string, key: string): string => `CREDENCE_HOST=${origin}\nCREDENCE_API_KEY=${key}\n`
