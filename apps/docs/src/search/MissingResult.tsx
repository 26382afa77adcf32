// What a query that found nothing asks of the reader.
import type { Texts } from './texts.ts'

export default function MissingResult({ texts, address }: { texts: Texts; address: string }) {
  return (
    <p>
      {texts.report} <a href={address}>{texts.reportLink}</a>
    </p>
  )
}
