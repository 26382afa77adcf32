// The two admonitions of this site: what the platform does that others do not, and the meaning of a term.
import AdmonitionLayout from '@theme/Admonition/Layout'
import type { ReactNode } from 'react'

interface Props {
  title?: ReactNode
  children: ReactNode
  className?: string
}

const star = (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d="M8 1l2 4.6 5 .5-3.800 3.300 1.200 4.900L8 11.700 3.600 14.300l1.200-4.900L1 6.100l5-.5z" />
  </svg>
)
const book = (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 2h5a2 2 0 0 1 1 .3A2 2 0 0 1 9 2h5v11H9.500a1.500 1.500 0 0 0-1.500 1 1.500 1.500 0 0 0-1.500-1H2zm2 2v7h2.500c.200 0 .400 0 .500.100V4.500A.500.500 0 0 0 6.500 4zm8 0H9.500a.500.500 0 0 0-.500.500v6.600c.100-.100.300-.100.500-.100H12z" />
  </svg>
)

export function FeatureHighlight({ title = 'Only here', children, className }: Props) {
  return (
    <AdmonitionLayout type="feature-highlight" icon={star} title={title} className={`alert alert--success ${className ?? ''}`}>
      {children}
    </AdmonitionLayout>
  )
}

export function Glossary({ title = 'Term', children, className }: Props) {
  return (
    <AdmonitionLayout type="glossary" icon={book} title={title} className={`alert alert--secondary ${className ?? ''}`}>
      {children}
    </AdmonitionLayout>
  )
}
