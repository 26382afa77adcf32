import { findCore } from '@credence/contract'
import { packed } from '@credence/ui/program/share.ts'
import { expect, test } from 'vitest'
import { newDraft } from '../programs/draft.ts'
import { draftFragment, draftFromFragment } from './share-draft.ts'

test('a link brings back source, language, core and arguments, as a draft of its own', async () => {
  const draft = newDraft({ source: 'int main() {} // ü', language: 'C++', arguments: '-S 1', coreId: findCore('C0-M+')!.CoreID })
  const opened = await draftFromFragment(`#${await draftFragment(draft, 'C0-M+')}`)
  expect(opened).toMatchObject({ source: draft.source, language: 'C++', arguments: '-S 1', coreId: draft.coreId })
  expect(opened?.id).not.toBe(draft.id)
})
test('other fragments are no drafts, and damaged ones are refused', async () => {
  expect(await draftFromFragment('#stdout:3')).toBeUndefined()
  await expect(draftFromFragment('#draft=!!')).rejects.toThrow()
  await expect(draftFromFragment(`#draft=${await packed('{}')}`)).rejects.toThrow('the link holds no program')
  await expect(draftFromFragment(`#draft=${await packed(JSON.stringify({ source: 'x'.repeat(300_000) }))}`)).rejects.toThrow()
})
