const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response
}

async function ended(path: string): Promise<void> {
  for (;;) {
    const { Status } = await (await call('GET', path)).json()
    if (Status === 'Completed') return
    if (Status === 'Stopped' || Status === 'Cancelled') throw new Error(`${path} is ${Status}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const code = `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%lf\\n", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }`

const { BuildID } = await (await call('POST', '/sourcecode/builds', { Language: 'C', Code: code })).json()
await ended(`/builds/${BuildID}`)
const { TaskID } = await (await call('POST', `/builds/${BuildID}/tasks`, {})).json()
await ended(`/tasks/${TaskID}`)
const value = (await (await call('GET', `/tasks/${TaskID}/output/Stdout`)).text()).trim()
console.log(value)

const { presignedURL } = await (await call('POST', '/plot', { payload: value })).json()
console.log(presignedURL)
