// What an answer owes to the document: a status and a text that stand there, a body of the schema, a request id, and no fault of the platform.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Document, Operation, Schema } from './document.ts'
import type { Request } from './request.ts'
import type { Sent } from './send.ts'

export interface Judge {
  /** Undefined: all is as the document says. */
  fault(request: Request, answer: Sent): string | undefined
  /** Of bodies of requests. */
  validator(operation: Operation): (body: unknown) => boolean
}

export function openJudge(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: document.components })
  const compiled = new Map<string, ValidateFunction>()
  const compile = (name: string, schema: Schema): ValidateFunction => {
    const made = compiled.get(name) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')))
    compiled.set(name, made)
    return made
  }
  return {
    validator: (operation) => (body) => operation.body !== undefined && compile(`${operation.id} body`, operation.body.schema)(body) === true,
    fault(request, { status, headers, text }) {
      const { operation, fault } = request
      if (headers['x-request-id'] === undefined) return 'no x-request-id'
      if (request.method !== operation.method)
        return status === 405 || status === 404 || status === 400 || status === 501 ? undefined : `${status} for a method that no path has`
      if (status >= 500 && !text.includes(OUTSIDE)) return `a fault of the platform: ${status}`
      const described = operation.responses[status]
      if (!described) return `status ${status} is not documented`
      if (fault !== undefined && status < 400) return `accepted although wrong: ${fault}`
      const type = String(headers['content-type'] ?? '').split(';')[0]!
      const content = described.content?.[type]
      if (described.content && !content) return `content type '${type}' is not documented for ${status}`
      if (!described.content) return text === '' ? undefined : `${status} has a body`
      if (type !== 'application/json') return undefined
      let body: unknown
      try {
        body = JSON.parse(text)
      } catch {
        return 'the body is no JSON'
      }
      const check = content?.schema && compile(`${operation.id} ${status}`, content.schema)
      if (check && !check(body)) return `the body is not of its schema: ${ajv.errorsText(check.errors)}`
      if (status < 400) return undefined
      const { error, message = '' } = body as { error: string; message?: string }
      const texts = Object.values(content?.examples ?? {}).map(({ value }) => formOf(`${value.error}: ${value.message ?? ''}`))
      return texts.includes(formOf(`${error}: ${message}`)) ? undefined : `the text is not documented for ${status}: ${message}`
    },
  }
}

/** What the platform cannot help. */
const OUTSIDE = 'GitHub is not reachable'

/** A text without what it names of a request: quoted names, numbers, statuses, hosts, words that come later. */
export const formOf = (text: string): string =>
  text
    .replace(/'[^']*'/g, "'…'")
    .replace(/(Missing or malformed '…' field): .+$/, '$1') // what a number of a query has to be, or the limit that a field of a body is beyond
    .replace(/ sends nothing to .+$/, ' sends nothing to …')
    .replace(/ of class \S+ /, ' of class … ')
    .replace(/: .+ is not available yet$/, ': … is not available yet')
    .replace(/\d+/g, '#')
    .replace(/(Accepted|Initialising|In Progress|Completed|Cancelled|Stopped|Rescheduled)\b/g, '…')
