const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response
}

const response = await call('POST', '/sourcecode/builds', {
  Language: 'C',
  Code: 'int main(void) { return 0; }',
  CoreID: 'cor_b21e4de9927158c1a5b603c2affb8a09',
})
console.log(await response.json())
