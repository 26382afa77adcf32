const host = process.env.CREDENCE_HOST
const headers = { Authorization: process.env.CREDENCE_API_KEY ?? '', 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(host + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response
}

const { CoreID } = await (
  await call('POST', '/cores', {
    Name: 'mine',
    Class: 'C0',
    Microarchitecture: 'Athens',
    CorrelationTracking: 'Autocorrelation',
    MemorySize: 32000000,
    Precision: 128,
  })
).json()
await call('PATCH', `/cores/${CoreID}`, { Precision: 256 })
console.log(await (await call('GET', '/cores')).json())
await call('DELETE', `/cores/${CoreID}`)
