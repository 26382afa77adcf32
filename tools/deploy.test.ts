// What operators start from: manifests against the published schemas, settings against the platform's table, units against what systemd knows.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ALL_SETTINGS } from '../apps/server/src/settings/table.ts'

const at = (path: string) => fileURLToPath(new URL(`../deploy/${path}`, import.meta.url))
const files = globSync('kubernetes/*.yaml', { cwd: at('.') }).sort()
const KINDS = { ConfigMap, Deployment, Namespace, NetworkPolicy, PodDisruptionBudget, ScaledObject, Secret, Service } as const
interface Manifest {
  readonly apiVersion: string
  readonly kind: keyof typeof KINDS
  readonly metadata: { readonly name: string; readonly namespace?: string }
  // biome-ignore lint/suspicious/noExplicitAny: the schema of its kind holds for it
  readonly [field: string]: any
}
const manifests = files.flatMap((file) =>
  parseAllDocuments(readFileSync(at(file), 'utf8')).map((document): [string, Manifest] => {
    if (document.errors.length > 0) throw document.errors[0]
    const manifest = document.toJS()
    return [`${file} ${manifest.kind} ${manifest.metadata.name}`, manifest]
  }),
)
const known = new Set(ALL_SETTINGS.map(({ name }) => name))
const ofKind = (kind: string) => manifests.flatMap(([, manifest]) => (manifest.kind === kind ? [manifest] : []))

test.each(manifests)('%s follows its schema', (_name, manifest) => {
  const Kind = KINDS[manifest.kind] as unknown as new (data: object) => { validate(): void; apiVersion: string }
  const model = new Kind(manifest)
  expect(model.apiVersion).toBe(manifest.apiVersion)
  model.validate()
})
test('the schemas refuse what is wrong', () => {
  const [deployment] = ofKind('Deployment')
  expect(() => new Deployment({ ...deployment, spec: { ...deployment!['spec'], replicas: 'two' } } as never).validate()).toThrow()
})
test('every setting is one of the platform', () => {
  const named = [
    ...ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data)),
    ...ofKind('Secret').flatMap(({ stringData }) => Object.keys(stringData)),
    ...ofKind('Deployment').flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env }: { env: { name: string }[] }) => env.map(({ name }) => name)),
    ),
    ...['Containerfile', 'systemd/env', 'systemd/credence-api.service', 'systemd/credence-worker.service'].flatMap((file) =>
      Array.from(readFileSync(at(file), 'utf8').matchAll(/(?<![\w/])(CREDENCE_\w+|DATABASE_URL|PORT)=/g), ([, name]) => name),
    ),
  ]
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter((name) => !known.has(name!))).toEqual([])
})
test('pods run as nobody in particular, without capabilities, on a file system that they cannot write', () => {
  for (const { spec } of ofKind('Deployment')) {
    const pod = spec.template.spec
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    for (const container of pod.containers)
      expect(container.securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
  }
})
test('selectors, services and scalers name what is there', () => {
  const labels = ofKind('Deployment').map(({ spec }) => spec.template.metadata.labels)
  const selectors = manifests.flatMap(([, { kind, spec }]) =>
    kind === 'Service' ? [spec.selector] : kind === 'NetworkPolicy' ? [spec.podSelector.matchLabels] : (spec?.selector?.matchLabels ?? []),
  )
  expect(selectors.length).toBeGreaterThan(6)
  for (const selector of selectors) expect(labels).toContainEqual(expect.objectContaining(selector))
  for (const { spec } of ofKind('ScaledObject')) expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).toContain(spec.scaleTargetRef.name)
})
test('a worker has more time to stop than its programs, and the API than it drains', () => {
  const seconds = (role: string, name: string) =>
    Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(readFileSync(at(`systemd/credence-${role}.service`), 'utf8'))?.[1])
  expect(seconds('worker', 'TimeoutStopSec')).toBeGreaterThan(seconds('worker', 'Environment=CREDENCE_GRACE_SECONDS') + 10)
  expect(seconds('api', 'TimeoutStopSec')).toBeGreaterThan(seconds('api', 'Environment=CREDENCE_DRAIN_SECONDS') + 10)
  for (const { spec } of ofKind('Deployment')) expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(30)
})
