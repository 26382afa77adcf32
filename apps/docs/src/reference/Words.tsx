// A text of the OpenAPI document: what stands between backticks is code, and so is an operation by its method and path.
import styles from './reference.module.css'

const CALL = '(?:GET|POST|PUT|PATCH|DELETE) /(?:[\\w{}./-]*[\\w}])?'
/** Of three parts the second or the third is code, the first is text. */
const CODE = new RegExp(`\`([^\`]*)\`|\\b(${CALL})`)
const IS_CALL = new RegExp(`^${CALL}$`)

export default function Words({ text }: { text: string }) {
  return text.split(CODE).map((part, index) => {
    if (index % 3 === 0) return part
    if (part === undefined) return null
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      <code key={index} className={IS_CALL.test(part) ? styles.call : undefined}>
        {part}
      </code>
    )
  })
}
