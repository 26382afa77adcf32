// What a client prefers, by what it says that it accepts (RFC 9110, 12.5).
import Negotiator from 'negotiator'

const preferred = (accept: string | undefined, types: readonly string[]): string | undefined =>
  new Negotiator({ headers: { accept } }).mediaType(types)

/** True for what browsers send; false for `*∕*` and for no Accept at all. */
export const prefersHtml = (accept?: string): boolean => preferred(accept, ['application/json', 'text/html']) === 'text/html'

/** True for agents that would rather read Markdown than a page. */
export const prefersMarkdown = (accept?: string): boolean => preferred(accept, ['text/html', 'text/markdown']) === 'text/markdown'

/** Where gzip is as welcome as no coding, and only where it is named. */
export const takesGzip = (encodings: string | undefined): boolean =>
  new Negotiator({ headers: { 'accept-encoding': encodings } }).encoding(['gzip', 'identity']) === 'gzip'

export const takesBrotli = (encodings: string | undefined): boolean =>
  new Negotiator({ headers: { 'accept-encoding': encodings } }).encodings(['br']).length > 0
