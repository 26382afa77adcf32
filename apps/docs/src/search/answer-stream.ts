// Reads a streamed answer: server-sent events that hold the AI SDK's UI message stream (v1), of which text and sources are shown.
import type { AnswerPart, AnswerSource } from '@credence/contract'
import { randomDigits } from '@credence/contract/ids'

export interface AnswerReader {
  /** Each piece of the text, in order. */
  onText(text: string): void
  /** Each page that the answer cites, as `[sourceId]`. */
  onSource(source: AnswerSource): void
}

/** @throws Error when the endpoint refuses or the stream reports an error */
export async function streamAnswer(endpoint: string, question: string, signal: AbortSignal, reader: AnswerReader): Promise<void> {
  const reply = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      id: randomDigits(32),
      messages: [{ id: randomDigits(32), role: 'user', parts: [{ type: 'text', text: question }] }],
      trigger: 'submit-message',
    }),
    signal,
  })
  if (!reply.ok || !reply.body) throw new Error(`${endpoint}: ${reply.status}`)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of reply.body) {
    rest += decoder.decode(chunk, { stream: true })
    const events = rest.split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const part = partOf(event)
      if (part?.type === 'text-delta') reader.onText(part.delta)
      if (part?.type === 'source-url') reader.onSource(part)
      if (part?.type === 'error') throw new Error(part.errorText)
    }
  }
}

/** The JSON part of one event, or nothing: comments, `[DONE]`. */
export function partOf(event: string): AnswerPart | undefined {
  const data = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
  if (!data || data === '[DONE]') return undefined
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
