// POST /docs-ai/chat: the question mode of the documentation, where the operator has configured a model. The site's own pages ask, from the
// reader's browser; the model's address and key stay here.
import { Readable } from 'node:stream'
import { type AnswerPart, errors, LIMITS, QUESTIONS_PATH, QUESTIONS_STREAM_HEADER, QuestionRequest } from '@credence/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { readJson, requireIdentity } from '../http/json-body.ts'
import { originOf } from '../http/origin.ts'
import { openRateLimit } from '../http/rate-limit.ts'
import type { Log } from '../log/log.ts'
import type { OpenContents } from '../sites/contents.ts'
import { answerParts, found, prompt } from './answer.ts'
import { askModel, type ModelSettings } from './model.ts'

export interface QuestionDeps {
  readonly contents: OpenContents
  /** Absent: there is no model, and the site shows passages. */
  readonly model: ModelSettings | undefined
  readonly origin: string | undefined
  readonly log: Log
}

const REQUEST = Compile(QuestionRequest)
const BUSY_SECONDS = 5

export async function questionRoutes(app: FastifyInstance, { contents, model, origin, log }: QuestionDeps): Promise<void> {
  const limit = openRateLimit(LIMITS.questions.perMinute)
  let answering = 0
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: LIMITS.questions.requestBytes },
    async ({ headers }: FastifyRequest, bytes: Buffer) => {
      requireIdentity(headers)
      return readJson(bytes)
    },
  )
  app.post(QUESTIONS_PATH, async (request, reply) => {
    if (!model) throw errors.questionsOff()
    // Answers cost the operator: other sites may not have their readers ask.
    if (isElsewhere(request, origin)) throw errors.questionsElsewhere()
    const question = questionIn(request.body)
    const site = await contents()
    if (!site) throw errors.questionsOff()
    const seconds = limit.take(request.ip) || (answering >= LIMITS.questions.atOnce ? BUSY_SECONDS : 0)
    if (seconds > 0) throw errors.tooManyRequests(seconds)

    const sources = found(site.index, question, originOf(request, origin))
    const gone = new AbortController()
    const over = AbortSignal.timeout(LIMITS.questions.answerMilliseconds)
    answering++
    reply.raw.once('close', () => {
      answering--
      gone.abort()
    })
    const text = sources.length > 0 ? await askModel(model, prompt(question, sources), AbortSignal.any([gone.signal, over])) : undefined
    const onFault = (cause: unknown) => {
      if (!gone.signal.aborted) log.warn({ event: 'questions.interrupted', cause }, 'the model ended an answer early')
    }
    const parts = answerParts({ question, sources, text, isOver: () => over.aborted, onFault })
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        [QUESTIONS_STREAM_HEADER.name]: QUESTIONS_STREAM_HEADER.value,
      })
      .send(Readable.from(events(parts)))
  })
}

async function* events(parts: AsyncIterable<AnswerPart>): AsyncIterable<string> {
  for await (const part of parts) yield `data: ${JSON.stringify(part)}\n\n`
  yield 'data: [DONE]\n\n'
}

/** @throws ApiError 400 */
function questionIn(body: unknown): string {
  if (body === undefined || body === null) throw errors.emptyBody()
  if (!REQUEST.Check(body)) throw errors.malformedField('messages')
  const last = (body as QuestionRequest).messages.at(-1)
  const text = (last?.parts ?? [])
    .flatMap((part) => (part.type === 'text' && part.text ? [part.text] : []))
    .join('\n')
    .trim()
  if (last?.role !== 'user' || text === '' || text.length > LIMITS.questions.questionCharacters) throw errors.malformedField('messages')
  return text
}

/** Browsers name the page that asks; programs outside of browsers name none, and the limits hold for them. */
function isElsewhere(request: FastifyRequest, origin: string | undefined): boolean {
  const asking = request.headers.origin
  if (asking === undefined) return false
  const host = new URL(originOf(request, origin)).host
  return !URL.canParse(asking) || new URL(asking).host !== host
}
