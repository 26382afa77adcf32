// Code of a page: coloured when the site was built, copied or wrapped by its buttons.
import { copyText } from '@credence/ui/copy-text'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './styles.module.css'

interface Props {
  readonly language?: string
  readonly title?: string
  /** The code with its colours, from plugins/highlight; without it the children are shown as they are. */
  readonly html?: string
  readonly children?: ReactNode
}

export default function CodeBlock({ html, language = 'text', title, children }: Props) {
  const code = useRef<HTMLElement>(null)
  const [wraps, setWraps] = useState(false)
  return (
    <div className={`theme-code-block ${styles.block}`}>
      {title ? <div className={styles.title}>{title}</div> : null}
      <div className={styles.content}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
        <pre className={`thin-scrollbar language-${language} ${wraps ? styles.wraps : ''}`} tabIndex={0}>
          <Code of={code} html={html}>
            {children}
          </Code>
        </pre>
        <div className={styles.buttons}>
          <button type="button" aria-label="Wrap long lines" aria-pressed={wraps} title="Wrap long lines" onClick={() => setWraps(!wraps)}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 19h6v-2H4v2zM20 5H4v2h16V5zm-3 6H4v2h13.250c1.100 0 2 .9 2 2s-.9 2-2 2H15v-2l-3 3 3 3v-2h2c2.210 0 4-1.790 4-4s-1.790-4-4-4z" />
            </svg>
          </button>
          <Copy code={code} />
        </div>
      </div>
    </div>
  )
}

function Code({ of, html, children }: { of: RefObject<HTMLElement | null>; html?: string; children: ReactNode }) {
  if (html === undefined) return <code ref={of}>{children}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by plugins/highlight, which escapes the code
  return <code ref={of} dangerouslySetInnerHTML={{ __html: html }} />
}

const SHOWN = 1500 // ms that the sign of a copy stays

function Copy({ code }: { code: RefObject<HTMLElement | null> }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (code.current && (await copyText(code.current.textContent))) setCopied(true)
  }
  return (
    <button type="button" aria-label={copied ? 'Copied' : 'Copy code to clipboard'} title="Copy" onClick={copy}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={
            copied
              ? 'M21 7 9 19l-5.500-5.500 1.410-1.410L9 16.170 19.590 5.590 21 7z'
              : 'M19 21H8V7h11m0-2H8a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2m-3-4H4a2 2 0 0 0-2 2v14h2V3h12V1z'
          }
        />
      </svg>
    </button>
  )
}
