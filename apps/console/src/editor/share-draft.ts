// A link that carries a draft: `#draft=` and source, language, core name and arguments, packed. The fragment is never sent to a server.
import { findCore, LANGUAGES, type Language } from '@credence/contract'
import { packed, unpacked } from '@credence/ui/program/share.ts'
import { type Draft, newDraft } from '../programs/draft.ts'

const PREFIX = 'draft='

/** @param core  name of the draft's core: ids of custom cores mean nothing to others */
export async function draftFragment({ source, language, arguments: words }: Draft, core: string): Promise<string> {
  return PREFIX + (await packed(JSON.stringify({ source, language, core, arguments: words })))
}

/** A new draft; undefined where the fragment carries none. @throws Error  it is damaged, or too large */
export async function draftFromFragment(fragment: string): Promise<Draft | undefined> {
  const text = fragment.replace(/^#/, '')
  if (!text.startsWith(PREFIX)) return undefined
  const given: unknown = JSON.parse(await unpacked(text.slice(PREFIX.length)))
  const { source, language, core, arguments: words } = (given ?? {}) as Record<string, unknown>
  if (typeof source !== 'string') throw new Error('the link holds no program')
  const coreId = typeof core === 'string' ? findCore(core)?.CoreID : undefined
  return newDraft({
    source,
    language: LANGUAGES.includes(language as Language) ? (language as Language) : 'C',
    arguments: typeof words === 'string' ? words : '',
    ...(coreId && { coreId }),
  })
}
