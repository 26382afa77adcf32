// What a page's head says until the page does: its title is the one that the document came with, as long as that is the page shown.
// plugins/first-title puts this in the place of Docusaurus's own, whose title is the name of the site.
import { Context } from '@docusaurus/core/lib/client/docusaurusContext'
import Original from '@docusaurus/core/lib/client/SiteMetadataDefaults'
import { useLocation } from '@docusaurus/router'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { useState } from 'react'

export default function SiteMetadataDefaults() {
  const context = useDocusaurusContext()
  const { pathname } = useLocation()
  const [first] = useState({ pathname, title: document.title })
  const title = (first.pathname === pathname && first.title) || context.siteConfig.title
  return (
    <Context.Provider value={{ ...context, siteConfig: { ...context.siteConfig, title } }}>
      <Original />
    </Context.Provider>
  )
}
