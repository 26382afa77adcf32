// The announcement bar, seen again as soon as its id changes: the mark that keeps a dismissed bar from flashing up would hide the new one
// on its first visit.
import { useAnnouncementBar } from '@docusaurus/theme-common/internal'
import Original from '@theme-original/AnnouncementBar'
import { useEffect } from 'react'

export default function AnnouncementBar() {
  const { isActive } = useAnnouncementBar()
  useEffect(() => {
    if (isActive) document.documentElement.removeAttribute('data-announcement-bar-initially-dismissed')
  }, [isActive])
  return <Original />
}
