// A link that carries a draft, made here or on a page of the documentation.
import { findCore, LANGUAGES, type Language } from '@credence/contract'
import { draftFragment as fragmentOf, readDraft } from '@credence/ui/program/draft-link.ts'
import { type Draft, newDraft } from '../programs/draft.ts'

/** @param core  name of the draft's core */
export const draftFragment = ({ source, language, arguments: words }: Draft, core: string): Promise<string> =>
  fragmentOf({ source, language, core, arguments: words })

/** A new draft; undefined where the fragment carries none. @throws Error  it is damaged, or too large */
export async function draftFromFragment(fragment: string): Promise<Draft | undefined> {
  const given = await readDraft(fragment)
  if (!given) return undefined
  const { source, language, core, arguments: words } = given
  if (typeof source !== 'string') throw new Error('the link holds no program')
  const coreId = typeof core === 'string' ? findCore(core)?.CoreID : undefined
  return newDraft({
    source,
    language: LANGUAGES.includes(language as Language) ? (language as Language) : 'C',
    arguments: typeof words === 'string' ? words : '',
    ...(coreId && { coreId }),
  })
}
