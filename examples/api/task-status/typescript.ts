const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response
}

const response = await call('GET', `/tasks/${process.env.TASK_ID}`)
console.log(await response.json())
