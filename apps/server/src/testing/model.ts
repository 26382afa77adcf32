// For tests only: an endpoint that speaks OpenAI's chat completions and says what a test tells it.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AskedModel {
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly model: string; readonly stream: boolean; readonly messages: { readonly role: string; readonly content: string }[] }
}
export interface TestModel {
  readonly url: string
  readonly asked: AskedModel[]
  /** Connections that closed before the answer was whole. */
  left: number
  /** What comes next: pieces of text; null ends the stream without a word; a number is a status to refuse with; 'hang' says nothing more. */
  script: readonly (string | null | number | 'hang')[]
  close(): Promise<void>
}

export async function openTestModel(): Promise<TestModel> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    model.asked.push({ headers: request.headers, body: JSON.parse(body) })
    response.on('close', () => {
      if (!response.writableEnded) model.left++
    })
    const [first] = model.script
    if (typeof first === 'number') return void response.writeHead(first).end('{"error":{"message":"the key sk-secret is wrong"}}')
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    for (const piece of model.script) {
      if (piece === 'hang') return
      if (piece === null) return void response.destroy()
      response.write(`: keep-alive\n\ndata: ${JSON.stringify({ choices: [{ delta: { content: piece } }] })}\n\n`)
    }
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const model: TestModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    left: 0,
    script: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return model
}
