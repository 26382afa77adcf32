// A text of the OpenAPI document: what stands between backticks is code.

export default function Words({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
