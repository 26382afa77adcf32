// What exists on the platform while requests are sent: ids by the names of their parameters, and values that only somebody who knows would send.
import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from './document.ts'
import type { Hints } from './values.ts'

/** Ids of what stays, in the names of parameters: `{BuildID}` has it first in its pool. */
export type Fixed = Readonly<Record<string, string>>
export interface Pools {
  pathsOf(operation: Operation): Arbitrary<Record<string, string>>
  hints(): Hints
  /** Takes note of what an answer names. */
  learn(json: unknown): void
}

const MOST = 12
const SEEDED = {
  Stream: ['Stdout', 'Stderr'],
  service: ['database', 'queue', 'objects', 'git'],
  path: ['a.txt', 'set 1/b.csv', 'set 1', 'ünïcode/测量'],
  Topic: ['temperature', 'air.pressure-2', '.hidden', 'ünïcode'],
}
/** What takes the ground from under the requests that follow: the account itself, its credentials, and objects that other operations need. A topic begins anew. */
export const ENDS = /^(delete(?!ThingTopic)|logout|cancel|revoke|rotateThingKey)/
/** Where only another object than the first of its kind will do. */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getBuildBinary: { BuildID: 'HardwareBuildID' },
  updateBuild: { BuildID: 'HardwareBuildID' }, // it may become private, and the other is to be run by everybody
  deleteFile: { path: 'spare' },
}

export function openPools(fixed: Fixed): Pools {
  const pools: Record<string, string[]> = Object.fromEntries(Object.entries(SEEDED).map(([name, words]) => [name, [...words]]))
  const anyId = (name: string): Arbitrary<string> =>
    fc
      .oneof(
        { weight: 3, arbitrary: fc.stringMatching(/^[0-9a-f]{32}$/) },
        { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 60 }) },
        { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('..', '.', '%', '/', '\0', 'x'.repeat(3000), `${name.slice(0, 3).toLowerCase()}_${'0'.repeat(32)}`, '__proto__'),
        },
      )
      .map((text) => text.toWellFormed())
      .filter((text) => text !== '')
  return {
    pathsOf({ id, path }) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
      const known = (name: string) => fc.constantFrom(...(pools[name]?.length ? pools[name] : ['none']))
      const others = fc.record(
        Object.fromEntries(names.map((name) => [name, fc.oneof({ weight: 2, arbitrary: known(name) }, { weight: 1, arbitrary: anyId(name) })])),
      )
      if ((ENDS.test(id) && !(id in INSTEAD)) || !names.every((name) => name in fixed)) return others as Arbitrary<Record<string, string>>
      const first = Object.fromEntries(names.map((name) => [name, fixed[INSTEAD[id]?.[name] ?? name] ?? '']))
      return fc.oneof(fc.constant(first), others as Arbitrary<Record<string, string>>)
    },
    hints() {
      const some = (...names: string[]) =>
        fc.constantFrom(...names.flatMap((name) => [...(fixed[name] ? [fixed[name]] : []), ...(pools[name] ?? [])]), 'none')
      const hours = fc.integer({ min: -48, max: 48 }).map((n) => new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString())
      return {
        Code: fc.constantFrom(...PROGRAMS),
        ConfigMk: fc.constantFrom('', 'CFLAGS += -O1\n', 'SOURCES = main.c\n', 'SOURCES = $(wildcard *.c)\n'),
        Arguments: fc.constantFrom('', '-S 0', '"two words" x'),
        CoreID: some('CoreID'),
        Core: some('CoreID'),
        payload: fc.constantFrom(...PAYLOADS),
        UxValue: fc.constantFrom(...PAYLOADS),
        from: hours,
        to: hours,
        startKey: some('BuildID', 'TaskID', 'CoreID', 'RepositoryID', 'ValueID', 'path'),
        path: some('path'),
        RemoteURL: fc.constantFrom('https://127.0.0.1/owner/name', 'https://10.0.0.1:8443/x.git'),
        remoteURL: fc.constantFrom('https://127.0.0.1/owner/name'),
        Branch: fc.constantFrom('main', 'dev/é'),
        Commit: fc.constantFrom('HEAD', 'v1', 'f'.repeat(40)),
        BuildDirectory: fc.constantFrom('src', '.'),
        MemorySize: fc.integer({ min: 256_000, max: 64_000_000 }),
        Precision: fc.constantFrom(4, 32, 128),
        ValidUntil: fc.constantFrom(null, 4_102_444_800),
        ResourceID: fc.constant(`credence-cloud-storage:/${fixed.UserID}`),
        ResourceType: fc.constant('CredenceCloudStorage'),
        Location: fc.constantFrom('sd0', 'data'),
        LineNumber: fc.integer({ min: 0, max: 20 }),
        size: fc.integer({ min: 0, max: 5000 }),
        Path: some('path'),
        Size: fc.integer({ min: 1, max: 5000 }),
        count: fc.integer({ min: 0, max: 200 }),
        Username: fc.integer({ min: 0, max: 1e9 }).map((n) => `person${n}@example.com`),
        Password: fc.constant('correct horse battery staple'),
        url: fc.constantFrom(
          fixed['hook'] ?? NOBODY,
          fixed['hook'] ?? NOBODY,
          'http://127.0.0.1:9/hook',
          'https://169.254.169.254/latest',
          'https://name:word@receiver.example/',
        ),
        Endpoint: fc.constantFrom('https://s3.example', 'https://s3.example:8443/', 'https://127.0.0.1', 'http://s3.example'),
        Region: fc.constantFrom('us-east-1', 'eu-central-1'),
        MountPath: fc.constantFrom('', '2026/field', '../up'),
      }
    },
    learn(json) {
      if (typeof json !== 'object' || json === null) return
      for (const [field, value] of Object.entries(json)) {
        const name = field === 'webhookId' ? 'WebhookID' : field
        if (
          !/^(Build|Task|Core|Repository|Drive|Key|Bucket|Thing|Upload|Webhook|Delivery)ID$/.test(name) ||
          typeof value !== 'string' ||
          fixed[name] === value
        )
          continue
        const pool = pools[name] ?? []
        pools[name] = pool
        if (pool.includes(value)) continue
        pool.push(value)
        if (pool.length > MOST) pool.shift()
      }
    },
  }
}

/** Names below `example` are nobody's (RFC 2606). */
const NOBODY = 'https://receiver.example/hook'
const PROGRAMS = ['int main(void) { return 0; }\n', '#include <stdio.h>\nint main(void) { puts("x"); }\n', 'no program\n']
const PAYLOADS = [
  '1.5',
  'nan',
  '-inf',
  `0.5Ux0400000000000000013FE000000000000000000002${'0'.repeat(16)}4000000000000000${'3FF0000000000000'}4000000000000000`,
]
