import { type Build, DEFAULT_CORES, RECOMMENDED_CORE, type Repository, specOf } from '@credence/contract'
import { expect, test } from 'vitest'
import { commitIn, planRun, planWithCommit } from './run-plan.ts'
import { buildRequestOf, overridden, updateOf, valuesOf } from './run-values.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const REPOSITORY = { RemoteURL: 'https://a.example/b/c', Branch: 'main', Commit: COMMIT, BuildDirectory: 'src', Arguments: '-S 0' } as Repository
const TRACE = { File: 'main.c', LineNumber: 3, Expression: 'x' }
const AROUND = { defaultCore: '', fileTraces: [TRACE] }

test('each value says where it comes from, and what wins', () => {
  const origins = (values: ReturnType<typeof valuesOf>) => Object.fromEntries(Object.entries(values).map(([name, { from }]) => [name, from]))
  expect(origins(valuesOf({}, REPOSITORY, AROUND))).toEqual({
    Branch: 'repository',
    Commit: 'repository',
    BuildDirectory: 'repository',
    CoreID: 'platform',
    Arguments: 'repository',
    DataSources: 'platform',
    TraceVariables: 'file',
  })
  const other = valuesOf({ Branch: 'dev', Arguments: '' }, { ...REPOSITORY, TraceVariables: [TRACE] }, { ...AROUND, defaultCore: 'cor_x' })
  expect(origins(other)).toMatchObject({ Branch: 'run', Commit: 'branch', CoreID: 'account', Arguments: 'run', TraceVariables: 'repository' })
  expect([other.Commit.value, other.Arguments.value, other.Arguments.byDefault.value]).toEqual(['HEAD', '', '-S 0'])
})
test('a default that is typed back is no override', () => {
  const once = overridden({}, { Branch: 'dev' }, REPOSITORY, AROUND)
  expect(once).toEqual({ Branch: 'dev' })
  expect(overridden(once, { Branch: 'main' }, REPOSITORY, AROUND)).toEqual({})
  expect(overridden({}, { DataSources: [] }, REPOSITORY, AROUND)).toEqual({})
})
test('a build is asked for what is given for it, and defaults are saved by name', () => {
  const given = { Branch: 'dev', CoreID: 'cor_x', TraceVariables: [] }
  expect(buildRequestOf(given)).toEqual({ Branch: 'dev', CoreID: 'cor_x' })
  expect(updateOf(given, REPOSITORY)).toEqual({ Branch: 'dev', Commit: 'HEAD', Core: 'cor_x' })
})

const build = (change: Partial<Repository> = {}, more: Partial<Build> = {}) =>
  ({
    BuildID: 'bld_1',
    Status: 'Completed',
    Application: { Type: 'Repository', Repository: { ...REPOSITORY, ...change } },
    BuildCoreSpecs: specOf(RECOMMENDED_CORE),
    TraceVariables: [],
    ...more,
  }) as Build
const WANTED = {
  remoteUrl: 'https://a.example/b/c.git',
  branch: 'main',
  commit: COMMIT,
  buildDirectory: 'src',
  core: specOf(RECOMMENDED_CORE),
  traces: [],
}

test('a fixed commit that was built runs again without a build, on any branch', () => {
  expect(planRun(WANTED, [build({ BuildDirectory: 'other' }), build()])).toMatchObject({ kind: 'task' })
  expect(planRun({ ...WANTED, branch: 'dev' }, [build()])).toMatchObject({ kind: 'task' })
})
test('else it says why it builds', () => {
  const because = (wanted: Partial<typeof WANTED>, ...builds: Build[]) => {
    const plan = planRun({ ...WANTED, ...wanted }, builds)
    return plan.kind === 'build' ? plan.because : plan.kind
  }
  expect(because({})).toBe('nothing was built yet')
  expect(because({}, build({}, { Status: 'Stopped' }))).toBe('nothing was built yet')
  expect(because({ buildDirectory: 'firmware' }, build())).toBe('the build directory changed')
  expect(because({ commit: 'v1' }, build())).toBe('the commit changed')
  expect(because({ core: specOf(DEFAULT_CORES.find(({ Name }) => Name === 'C0-XL')!) }, build())).toBe('the core changed')
  expect(because({}, build({}, { TraceVariables: [TRACE] }))).toBe('the variables to trace changed')
  expect(planRun({ ...WANTED, traces: undefined }, [build()])).toMatchObject({ kind: 'task' })
})
test('a branch that has not moved needs no build, where somebody can say so', () => {
  const plan = planRun({ ...WANTED, commit: 'HEAD' }, [build({ Commit: 'HEAD' })])
  expect(plan).toMatchObject({ kind: 'ask' })
  expect(planWithCommit(plan, COMMIT, COMMIT)).toMatchObject({ kind: 'task' })
  expect(planWithCommit(plan, COMMIT, 'f'.repeat(40))).toEqual({ kind: 'build', because: 'the branch moved to fffffff' })
  expect(planWithCommit(plan, COMMIT, undefined)).toMatchObject({ kind: 'build' })
  expect(commitIn(`note: commit ${COMMIT} of branch main of https://a.example/b/c\n`)).toBe(COMMIT)
  expect(commitIn('error: no commit')).toBeUndefined()
})
