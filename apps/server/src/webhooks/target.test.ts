import { expect, test } from 'vitest'
import { checkTarget, openTargets } from './target.ts'

const guard = openTargets([])
test.each([
  'https://example.com/hook',
  'http://example.com',
  'https://example.com:8443/a?b=c',
  'https://[2606:4700::1111]/x',
  'https://93.184.216.34/hook',
  'https://[::ffff:93.184.216.34]/hook',
  'https://[2001:4860:4860::8888]/',
])('%s is taken', (url) => expect(() => checkTarget(guard, url)).not.toThrow())
test.each(['https://user:secret@example.com/', 'https://user@example.com/', 'http://', 'https://exa mple.com', 'ftp://example.com/', '/hook'])(
  '%s is no address',
  (url) => expect(() => checkTarget(guard, url)).toThrow("Missing or malformed 'url' field"),
)
test.each([
  ...['http://127.0.0.1/', 'http://localhost/', 'https://api.localhost./', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/'],
  ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'http://0.0.0.0/', 'https://[64:ff9b::7f00:1]/', 'https://[::]/'],
  ...['http://10.1.2.3/', 'http://172.16.0.1/', 'http://192.168.1.1/', 'http://169.254.169.254/latest/meta-data', 'http://100.64.0.1/'],
  ...['https://[::7f00:1]/', 'https://[2001::1]/', 'https://[2002:7f00:1::]/', 'https://[3fff::1]/', 'https://[5f00::1]/', 'https://[100:0:0:1::1]/'],
  ...['https://[fd00::1]/', 'https://[fe80::1]/', 'http://224.0.0.1/', 'http://255.255.255.255/'],
  ...['https://example.com:22/', 'http://example.com:8080/', 'https://example.com:6379/'],
])('nothing is sent to %s', (url) => expect(() => checkTarget(guard, url)).toThrow(/^This platform sends nothing to /))
test('what the operator allows is taken, at its port', () => {
  const open = openTargets(['127.0.0.1:9000', 'Intranet', '10.0.0.5:*', '[::1]:7000'])
  for (const url of ['http://127.0.0.1:9000/', 'https://intranet/hook', 'http://10.0.0.5:1234/', 'https://10.0.0.5/', 'http://[::1]:7000/'])
    expect(() => checkTarget(open, url)).not.toThrow()
  for (const url of ['http://127.0.0.1:9001/', 'http://10.0.0.6:1234/', 'http://[::1]:7001/'])
    expect(() => checkTarget(open, url)).toThrow('This platform sends nothing to')
})
