import { copyText } from '@credence/ui/copy-text'
import { useState } from 'react'
import { announce } from '../state/live-region.ts'
import { Icon } from './Icon.tsx'

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, isQuiet = false }: { readonly text: string; readonly label: string; readonly isQuiet?: boolean }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    if (!(await copyText(text))) return announce('Not copied')
    setCopied(true)
    announce('Copied')
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <button type="button" className={isQuiet ? 'icon-button' : 'button'} aria-label={isQuiet ? label : undefined} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      {!isQuiet && (copied ? 'Copied' : label)}
    </button>
  )
}
