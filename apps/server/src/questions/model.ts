// The operator's model: an endpoint that speaks OpenAI's chat completions, asked to stream. The key stays in this file's requests.
import { errors, LIMITS } from '@credence/contract'

export interface ModelSettings {
  /** As `https://models.example/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly key: string | undefined
}
export interface Message {
  readonly role: 'system' | 'user'
  readonly content: string
}

/**
 * The text of the answer, piece by piece. Resolves when the endpoint has accepted the question.
 * @throws ApiError 503 when it does not, or not in time
 */
export async function askModel(
  { baseUrl, model, key }: ModelSettings,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const began = AbortSignal.timeout(LIMITS.questions.beginMilliseconds)
  const waiting = new AbortController()
  const giveUp = () => waiting.abort(began.reason)
  began.addEventListener('abort', giveUp)
  try {
    const reply = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, stream: true, messages }),
      redirect: 'error', // a redirect would carry the question, and perhaps the key, elsewhere
      signal: AbortSignal.any([signal, waiting.signal]),
    })
    if (!reply.ok || !reply.body) {
      await reply.body?.cancel()
      throw new Error(`the model's endpoint answers ${reply.status}`)
    }
    return deltas(reply.body)
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw errors.modelUnavailable(cause)
  } finally {
    began.removeEventListener('abort', giveUp)
  }
}

const LONGEST_EVENT = 1_000_000 // characters without an end: no event of any model

async function* deltas(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_EVENT) throw new Error('the model sends an event without end')
    for (const line of lines) {
      const data = /^data:\s*(.*)$/.exec(line)?.[1]
      if (data === '[DONE]') return
      const text = data === undefined ? undefined : textOf(data)
      if (text) yield text
    }
  }
}

function textOf(data: string): string | undefined {
  let event: { choices?: { delta?: { content?: unknown } }[]; error?: unknown }
  try {
    event = JSON.parse(data)
  } catch {
    return undefined // not ours to judge: some endpoints send keep-alives
  }
  if (event.error) throw new Error('the model reports an error', { cause: event.error })
  const content = event.choices?.[0]?.delta?.content
  return typeof content === 'string' ? content : undefined
}
