const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response
}

let key = ''
do {
  const page = await (await call('GET', `/tasks${key && `?startKey=${key}`}`)).json()
  for (const task of page.Tasks) console.log(task.TaskID, task.Status)
  key = page.ContinuationKey ?? ''
} while (key)
