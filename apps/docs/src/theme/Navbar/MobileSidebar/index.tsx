// The menu of a narrow window is a layer over the page: keys stay inside of it, and Escape closes it and gives the focus back to its button.
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal'
import Original from '@theme-original/Navbar/MobileSidebar'
import { useEffect } from 'react'

const BENEATH = '#__docusaurus > :not(.navbar), .navbar__inner'

export default function MobileSidebar() {
  const { shown, toggle } = useNavbarMobileSidebar()
  useEffect(() => {
    if (!shown) return
    const beneath = [...document.querySelectorAll<HTMLElement>(BENEATH)]
    const opener = document.querySelector<HTMLElement>('.navbar__toggle')
    for (const element of beneath) element.inert = true
    document.querySelector<HTMLElement>('.navbar-sidebar__close')?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      for (const element of beneath) element.inert = false
      opener?.focus()
    }
  }, [shown, toggle])
  return <Original />
}
