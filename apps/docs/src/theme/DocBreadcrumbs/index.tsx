// Above the text of a page: where it is, and how to take it along.
import { TakeAlong } from '@site/src/components/PageTools'
import Original from '@theme-original/DocBreadcrumbs'

export default function DocBreadcrumbs() {
  return (
    <div className="page-place">
      <Original />
      <TakeAlong />
    </div>
  )
}
