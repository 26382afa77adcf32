// A link that opens a program in the console's editor: `#draft=` and source, language, core name and arguments, packed. The fragment is never sent to a server.
import type { Language } from '@credence/contract'
import { packed, unpacked } from './share.ts'

export interface LinkedDraft {
  readonly source: string
  readonly language: Language
  /** Name of the core: ids of custom cores mean nothing to others. */
  readonly core: string
  readonly arguments: string
}

const PREFIX = 'draft='

/** Without `#`. */
export const draftFragment = async (draft: LinkedDraft): Promise<string> => PREFIX + (await packed(JSON.stringify(draft)))

/** What a fragment carries, whoever made it; undefined: no draft. @throws Error  it is damaged, or too large */
export async function readDraft(fragment: string): Promise<Readonly<Record<keyof LinkedDraft, unknown>> | undefined> {
  const text = fragment.replace(/^#/, '')
  if (!text.startsWith(PREFIX)) return undefined
  return (JSON.parse(await unpacked(text.slice(PREFIX.length))) ?? {}) as Record<keyof LinkedDraft, unknown>
}
