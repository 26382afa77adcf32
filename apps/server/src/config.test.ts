import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settingsHelp } from './settings/help.ts'
import { ALL_SETTINGS } from './settings/table.ts'

test('the address to listen on has a name of its own; an older one is read, unless it names a site', () => {
  const host = (env: NodeJS.ProcessEnv) => readConfig(env).host
  expect(host({ CREDENCE_LISTEN: '0.0.0.0', CREDENCE_HOST: '::1' })).toBe('0.0.0.0')
  expect(host({ CREDENCE_HOST: '::1' })).toBe('::1')
  expect(host({ CREDENCE_HOST: 'http://localhost:8080' })).toBe('127.0.0.1')
})
test('an empty environment gives the defaults', () => {
  const config = readConfig({})
  expect(config.port).toBe(8080)
  expect(config.home).toMatch(/\.credence$/)
  expect(config.roles).toEqual(['api', 'worker'])
  expect(config.databaseUrl).toBeUndefined()
})
test('the command line wins over the environment', () => {
  expect(readConfig({ PORT: '1' }, ['--port', '2']).port).toBe(2)
  expect(readConfig({}, ['--port=3']).port).toBe(3)
})
test('one error lists every bad setting', () => {
  const bad = { PORT: 'x', CREDENCE_ROLE: 'cook', CREDENCE_ORIGIN: 'ftp://a', CREDENCE_PLANS: '{"Gold":{}}', CREDENCE_LOG: 'tape' }
  expect(() => readConfig(bad, ['--colour', 'red'])).toThrow(
    /--colour[\s\S]*PORT[\s\S]*CREDENCE_ORIGIN[\s\S]*CREDENCE_LOG[\s\S]*CREDENCE_ROLE[\s\S]*Gold/,
  )
})
test('a bad database address is not repeated, since it may hold a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@host' })).toThrow(/^(?![\s\S]*secret)[\s\S]*DATABASE_URL/)
})
test('a model for questions is an address and a name, with a key if it needs one', () => {
  const CREDENCE_ASK_URL = 'https://models.example/v1'
  const settings = { CREDENCE_ASK_URL, CREDENCE_ASK_MODEL: 'm' }
  expect(readConfig({}).questions).toBeUndefined()
  expect(readConfig(settings).questions).toEqual({ baseUrl: CREDENCE_ASK_URL, model: 'm', key: undefined })
  expect(readConfig({ ...settings, CREDENCE_ASK_KEY: 'k' }).questions?.key).toBe('k')
  for (const half of [{ CREDENCE_ASK_URL }, { CREDENCE_ASK_MODEL: 'm' }, { CREDENCE_ASK_KEY: 'secret' }])
    expect(() => readConfig(half)).toThrow(/^(?![\s\S]*secret)[\s\S]*need CREDENCE_ASK_URL and CREDENCE_ASK_MODEL, both/)
  expect(() => readConfig({ ...settings, CREDENCE_ASK_URL: 'me:secret@models' })).toThrow(
    /^(?![\s\S]*secret)[\s\S]*CREDENCE_ASK_URL is not an address/,
  )
})
test('proxies are trusted by address or network, none unless named, and never everybody', () => {
  expect(readConfig({}).trustedProxies).toEqual([])
  expect(readConfig({ CREDENCE_TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8' }).trustedProxies).toEqual(['127.0.0.1', '::1', '10.0.0.0/8'])
  for (const wrong of ['proxy.example', 'true', '0.0.0.0/0', '10.0.0.0/33', '10.0.0', '1.2.3.4/8/8'])
    expect(() => readConfig({ CREDENCE_TRUSTED_PROXIES: wrong })).toThrow(`CREDENCE_TRUSTED_PROXIES names '${wrong}'`)
})
test('hosts that may be reached are named with their ports', () => {
  expect(readConfig({}).outside.allowedHosts).toEqual([])
  expect(readConfig({ CREDENCE_ALLOWED_HOSTS: 'git.example, [::1]:8443,' }).outside.allowedHosts).toEqual(['git.example', '[::1]:8443'])
  expect(() => readConfig({ CREDENCE_ALLOWED_HOSTS: 'https://git.example' })).toThrow(
    "CREDENCE_ALLOWED_HOSTS names 'https://git.example'; it is a list of hosts",
  )
})
test('limits of a plan can be changed one by one', () => {
  const { plans } = readConfig({ CREDENCE_PLANS: '{"FreeTier":{"cores":7}}' })
  expect(plans.FreeTier).toMatchObject({ cores: 7, keys: 10 })
})
test('no two settings share a variable or an option', () => {
  const names = ALL_SETTINGS.flatMap(({ name, flag }) => [name, ...(flag === undefined ? [] : [flag])])
  expect(new Set(names).size).toBe(names.length)
})
test('help lists every setting with its default, in plain words', () => {
  const help = settingsHelp()
  expect(ALL_SETTINGS.filter(({ name }) => !help.includes(`  ${name}`))).toEqual([])
  expect(help).toContain('  PORT, --port\n    the port; 0 takes any free one (0 to 65535); default: 8080')
  expect(help).not.toMatch(/[`[\]]/)
})
test('every setting has a reader', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (path) => !path.includes('test') && path !== 'config.ts' && !path.startsWith('settings/'),
  )
  const code = files.map((path) => readFileSync(join(import.meta.dirname, path), 'utf8')).join('\n')
  const { worker, limits, outside, webhooks, plans, firstUser, ...rest } = readConfig({ CREDENCE_ASK_URL: 'http://model', CREDENCE_ASK_MODEL: 'm' })
  for (const name of [
    ...Object.keys(rest),
    ...Object.keys(worker),
    ...Object.keys(limits),
    ...Object.keys(outside),
    ...Object.keys(webhooks),
    ...Object.keys(plans.FreeTier),
    ...Object.keys(firstUser),
    ...Object.keys(rest.questions ?? {}),
  ])
    expect([name, new RegExp(`\\b${name}\\b`).test(code)]).toEqual([name, true])
})
