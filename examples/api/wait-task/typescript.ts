const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response
}

for (let pause = 200; ; pause = Math.min(1.5 * pause, 5000)) {
  const task = await (await call('GET', `/tasks/${process.env.TASK_ID}`)).json()
  if (['Completed', 'Stopped', 'Cancelled'].includes(task.Status)) {
    console.log(task.Status, task.StatusTransitions.at(-1).Message)
    break
  }
  await new Promise((resolve) => setTimeout(resolve, pause))
}
