// What a query that found nothing asks of the reader, where somebody gets the report.
import type { Texts } from './texts.ts'

export default function MissingResult({ texts, address }: { texts: Texts; address: string | undefined }) {
  if (address === undefined) return null
  return (
    <p>
      {texts.report} <a href={address}>{texts.reportLink}</a>
    </p>
  )
}
