const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response
}

const { TaskID } = await (await call('POST', `/builds/${process.env.BUILD_ID}/tasks`)).json()
await call('POST', `/tasks/${TaskID}/cancel`).then(
  async (response) => console.log((await response.json()).message),
  (error) => console.log(error.message), // 409: it has already ended
)
for (;;) {
  const { Status } = await (await call('GET', `/tasks/${TaskID}`)).json()
  if (['Completed', 'Stopped', 'Cancelled'].includes(Status)) break
  await new Promise((resolve) => setTimeout(resolve, 200))
}
await call('DELETE', `/tasks/${TaskID}`)
