// What readers do with a whole page: take its Markdown along, and, where the operator names the places, mend it or say whether it helped.
import { twinOf } from '@credence/search'
import { copyText } from '@credence/ui/copy-text'
import { useLocation } from '@docusaurus/router'
import useBaseUrl from '@docusaurus/useBaseUrl'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { useEffect, useState } from 'react'
import { feedbackAddress } from './address.ts'
import styles from './styles.module.css'

const SHOWN = 2000 // ms
type Copying = 'idle' | 'copied' | 'failed'
const LABELS: Readonly<Record<Copying, string>> = { idle: 'Copy page', copied: 'Copied', failed: 'Not copied' }

/** Above the title: the page as Markdown, in the clipboard or in the browser. */
export function TakeAlong() {
  const twin = useBaseUrl(twinOf(useLocation().pathname))
  const [state, setState] = useState<Copying>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    const text = await fetch(twin).then(
      (reply) => (reply.ok ? reply.text() : undefined),
      () => undefined,
    )
    setState(text !== undefined && (await copyText(text)) ? 'copied' : 'failed')
  }
  return (
    <div className={`furniture ${styles.tools}`} data-markdown-ignore>
      <button type="button" className={styles.tool} aria-live="polite" onClick={() => void copy()}>
        {LABELS[state]}
      </button>
      {/* A file beside the page, which the router does not know. */}
      <a className={styles.tool} href={twin}>
        <span className="wide-only">View as </span>Markdown
      </a>
    </div>
  )
}

/** Below the text; nothing where the operator named no address for it. */
export function Feedback() {
  const { pathname } = useLocation()
  const address = String(useDocusaurusContext().siteConfig.customFields?.feedback ?? '')
  if (!address) return null
  return (
    <p className={`furniture ${styles.feedback}`} data-markdown-ignore>
      Was this page helpful?{' '}
      <a href={feedbackAddress(address, pathname, true)} target="_blank" rel="noopener noreferrer">
        Yes
      </a>{' '}
      <a href={feedbackAddress(address, pathname, false)} target="_blank" rel="noopener noreferrer">
        No
      </a>
    </p>
  )
}
