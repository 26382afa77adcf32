// What the compiler of this browser says while one types: its messages after a rest, and, for who wants it, the values themselves. Nothing is loaded for this.
import type { Core } from '@credence/contract'
import type { BuildMessage } from '@credence/ui/program/problems.ts'
import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../programs/draft.ts'
import { useStore } from '../state/store.ts'
import { loadedHere } from './load-here.ts'
import { editorOptions } from './options.ts'
import { run } from './run.ts'

/** Milliseconds without a key. */
const REST = 400

interface Said {
  readonly source: string
  readonly messages: readonly BuildMessage[]
}
const NOTHING: readonly BuildMessage[] = []

/**
 * The messages for the source as it is; none while it changes.
 * @param told  messages of a build of the source as it is, which come first
 */
export function useMessages(draft: Draft, core: Core | undefined, told: Said | undefined): readonly BuildMessage[] {
  const [said, setSaid] = useState<Said>()
  const { hasPreview } = useStore(editorOptions)
  const first = useRef(draft.source)
  const { source, language } = draft
  const isTold = told?.source === source
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    if (isTold || !core || language === 'Fortran' || source === first.current || run.get().stage !== 'idle') return
    let isOver = false
    const clock = setTimeout(async () => {
      const messages = hasPreview
        ? await (await import('./preview.ts')).preview(latest.current, core, () => !isOver)
        : await (await loadedHere())?.messagesHere(latest.current, core)
      if (!isOver && messages) setSaid({ source, messages })
    }, REST)
    return () => {
      isOver = true
      clearTimeout(clock)
    }
  }, [source, language, core, isTold, hasPreview])
  if (isTold) return told.messages
  return said?.source === source ? said.messages : NOTHING
}
