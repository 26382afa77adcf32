const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const reply = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
  return reply
}

const reply = await call('POST', '/webhooks', { url: 'https://hooks.example/credence', events: ['task-status', 'build-status'] })
console.log(await reply.json())
