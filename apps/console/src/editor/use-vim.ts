import type { Extension } from '@codemirror/state'
import { useEffect, useState } from 'react'

const NONE: Extension = []

/** The keys of Vim, fetched when somebody wants them. */
export function useVim(isWanted: boolean): Extension {
  const [keys, setKeys] = useState<Extension>(NONE)
  useEffect(() => {
    if (!isWanted) return setKeys(NONE)
    let isOver = false
    void import('@replit/codemirror-vim').then(({ vim }) => isOver || setKeys(vim({ status: true })))
    return () => {
      isOver = true
    }
  }, [isWanted])
  return keys
}
