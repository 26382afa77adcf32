import { LIMITS } from '@credence/contract'

const { min } = LIMITS.session.passwordCharacters
/** Characters from which guessing at the platform's pace is hopeless even for a phrase of words. */
const LONG = 20

/** How good a new password is, in words; length counts, and characters that differ, no rules of composition. */
export function passwordStrength(password: string): string {
  const characters = [...password]
  if (characters.length < min) return `At least ${min} characters; several words in a row are good.`
  if (new Set(characters.map((each) => each.toLowerCase())).size < 6) return 'Weak: it repeats a few characters.'
  if (/^(.{1,6})\1+.{0,5}$/s.test(password)) return 'Weak: it repeats one part.'
  return characters.length < LONG ? 'Fair: a longer one is better.' : 'Good.'
}
