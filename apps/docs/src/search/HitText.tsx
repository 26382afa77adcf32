// Text of a hit with its matches marked. The markup is made by the index: everything but <mark> is escaped there, and here once more.

const MARK = /<mark>(.*?)<\/mark>/gs

export default function HitText({ value }: { value: string }) {
  const pieces = value.split(MARK)
  return (
    <>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
        <span key={index}>{index % 2 ? <mark>{unescapeText(piece)}</mark> : unescapeText(piece)}</span>
      ))}
    </>
  )
}

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
