import { expect, test } from 'vitest'
import { ofProcess, openRegistry, render } from './registry.ts'

test('figures are written as Prometheus reads them', async () => {
  const registry = openRegistry()
  const requests = registry.counter('requests_total', 'Requests.')
  requests.add({ route: '/a', status: '200' })
  requests.add({ route: '/a', status: '200' }, 2)
  requests.add({ route: '/"b"\\\n', status: '404' })
  const seconds = registry.histogram('seconds', 'Time.', [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value, { route: '/a' })
  registry.source(async () => [{ name: 'depth', type: 'gauge', help: 'Two\nlines.', samples: [{ value: Number.POSITIVE_INFINITY }] }])
  expect(render(ofProcess('api', await registry.collect()))).toBe(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{process="api",route="/a",status="200"} 3
requests_total{process="api",route="/\\"b\\"\\\\\\n",status="404"} 1
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{process="api",route="/a",le="0.1"} 2
seconds_bucket{process="api",route="/a",le="1"} 3
seconds_bucket{process="api",route="/a",le="+Inf"} 4
seconds_sum{process="api",route="/a"} 7.65
seconds_count{process="api",route="/a"} 4
# HELP depth Two\\nlines.
# TYPE depth gauge
depth{process="api"} +Inf
`)
})
test('families of several processes stand together', async () => {
  const registry = openRegistry()
  registry.counter('a_total', 'A.').add()
  registry.counter('b_total', 'B.').add()
  const families = await registry.collect()
  expect(render([...ofProcess('one', families), ...ofProcess('two', families)])).toBe(`# HELP a_total A.
# TYPE a_total counter
a_total{process="one"} 1
a_total{process="two"} 1
# HELP b_total B.
# TYPE b_total counter
b_total{process="one"} 1
b_total{process="two"} 1
`)
})
test('a source that fails is told of, and the rest is given', async () => {
  const failures: unknown[] = []
  const registry = openRegistry((cause) => failures.push(cause))
  registry.source(() => Promise.reject(new Error('away')))
  registry.counter('a_total', 'A.').add()
  expect((await registry.collect()).map(({ name }) => name)).toEqual(['a_total'])
  expect(failures).toEqual([new Error('away')])
})
test('no client makes a family grow without end', async () => {
  const registry = openRegistry()
  const counter = registry.counter('a_total', 'A.')
  for (let at = 0; at < 5000; at++) counter.add({ path: `/${at}` })
  expect((await registry.collect())[0]!.samples).toHaveLength(2000)
})
