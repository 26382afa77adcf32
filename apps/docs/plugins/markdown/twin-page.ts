// A page of the site with its Markdown twin.
import type { RenderedPage } from '../rendered/page.ts'

export interface TwinPage {
  readonly path: string
  readonly twin: string
  readonly page: RenderedPage
  readonly markdown: string
  /** What it describes comes with a later release. */
  readonly isLater: boolean
}
