// The laws that have constructors, each with its page, its call and what people take it for.
import { CONSTRUCTORS } from '@credence/engine/constructors'
import { type MdxNode, table } from '../mdx/nodes.ts'

const PAGES = '/docs/uxhw-api/inserting-uncertainty/parametric-distributions'

export const lawTable = (): MdxNode =>
  table(
    ['Law', 'Constructor', 'For'],
    Object.values(CONSTRUCTORS).map(({ title, page, name, parameters, use }) => [
      `[${title}](${PAGES}/${page}/)`,
      `\`${name}(${parameters.join(', ')})\``,
      use,
    ]),
  )
