// One operation as Markdown: all that the reference page says of it, and a request to copy. The site's twins of operations and the answers to
// agents are this text.
import type { OperationModel, ReferenceModel, ReplyModel, SchemaModel } from './model.ts'
import { initialInputs, snippet } from './snippets.ts'

/** Levels of fields that are written out; deeper ones are named by their type. */
const DEPTH = 3

/** Where the site has the Markdown of an operation. */
export const operationTwin = (id: string): string => `/docs/api/reference/${id}.md`

/** @param host  of the platform, as `https://host`, for the request */
export function operationMarkdown(operation: OperationModel, model: ReferenceModel, host: string = model.host): string {
  const { id, method, path, summary, description, available, parameters, body, replies } = operation
  const fields = (schema: SchemaModel) => fieldLines(schema, model.components, DEPTH)
  const placed = (place: 'path' | 'query', title: string) => {
    const list = parameters.filter((parameter) => parameter.in === place)
    return list.length ? [`## ${title}`, fields({ type: 'object', limits: [], fields: list })] : []
  }
  return `${[
    `# ${summary}`,
    `\`${method} ${path}\`, operation \`${id}\``,
    ...(available ? [] : ['**Not available yet**: this operation comes with a later release.']),
    description,
    ...placed('path', 'Path parameters'),
    ...placed('query', 'Query parameters'),
    ...(body ? [`## Body${body.required ? '' : ' (optional)'}`, fields(body.schema)] : []),
    '## Request',
    fenced('bash', snippet('cURL', operation, initialInputs(operation, host))),
    '## Responses',
    ...replies.flatMap((reply) => replyParts(reply, fields)),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

function replyParts({ status, description, contentType, schema, example, messages }: ReplyModel, fields: (schema: SchemaModel) => string): string[] {
  const kind = contentType && contentType !== 'application/json' ? ` (${contentType})` : ''
  return [
    `### ${status}: ${description}${kind}`,
    messages.map((message) => `- \`${message}\``).join('\n'),
    schema && contentType === 'application/json' ? fields(schema) : '',
    example === undefined ? '' : json(example),
  ]
}

/** Fields as a nested list; a component is written out where it is first reached on the way down. */
function fieldLines(schema: SchemaModel, components: ReferenceModel['components'], depth: number, above: readonly string[] = []): string {
  const component = schema.ref !== undefined && !above.includes(schema.ref) ? components[schema.ref] : undefined
  const known = schema.ref === undefined ? above : [...above, schema.ref]
  const fields = schema.fields ?? component?.fields
  if (!fields || depth === 0) return above.length === 0 && !fields ? `${schema.type}${schema.description ? `: ${schema.description}` : ''}` : ''
  return fields
    .map((field) => {
      const facts = [
        field.required ? 'required' : '',
        ...field.limits,
        field.values ? `one of ${field.values.map((value) => `\`${value}\``).join(', ')}` : '',
      ]
      const line = `- \`${field.name}\` (${[field.type, ...facts.filter(Boolean)].join(', ')})${field.description ? `: ${field.description}` : ''}`
      const below = fieldLines(field, components, depth - 1, known.length ? known : [''])
      return below ? `${line}\n${below.replace(/^/gm, '  ')}` : line
    })
    .join('\n')
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
const json = (value: unknown): string => fenced('json', JSON.stringify(value, null, 2))
