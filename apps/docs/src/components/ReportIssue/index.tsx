// The report-issue button of the top bar; its address is filled in on the way, so that it names the page at hand.
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { type MouseEvent, useEffect, useState } from 'react'
import { reportAddress } from './address.ts'

export default function ReportIssue({ mobile = false, onClick }: { mobile?: boolean; onClick?: (event: MouseEvent) => void }) {
  const tracker = String(useDocusaurusContext().siteConfig.customFields?.issueTracker ?? '')
  const fillIn = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = reportAddress(tracker, { title: document.title, url: window.location.href })
    onClick?.(event)
  }
  // Whom it goes to is known in the page: a site may be served under several names.
  const [origin, setOrigin] = useState('')
  useEffect(() => setOrigin(window.location.origin), [])
  const link = (
    <a className={mobile ? 'menu__link' : 'navbar__item navbar__link'} href={reportAddress(tracker, { title: '', url: origin })} onClick={fillIn}>
      Report an issue
    </a>
  )
  return mobile ? <li className="menu__list-item">{link}</li> : link
}
