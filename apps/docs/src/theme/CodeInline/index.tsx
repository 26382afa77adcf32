// Code in a sentence. Browsers break it at every hyphen: what fits into any line is kept whole, such as --json.
import type { ComponentProps } from 'react'

/** In letters: half a line of a phone. */
const SHORT = 22

export default function CodeInline(props: ComponentProps<'code'>) {
  const isShort = typeof props.children === 'string' && props.children.length <= SHORT
  return <code {...props} className={isShort ? 'whole' : props.className} />
}
