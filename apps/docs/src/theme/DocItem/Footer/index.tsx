// Below the text of a page: whether it helped, who changed it when, and where to mend it.
import { Feedback } from '@site/src/components/PageTools'
import Original from '@theme-original/DocItem/Footer'

export default function DocItemFooter() {
  return (
    <>
      <Feedback />
      <Original />
    </>
  )
}
