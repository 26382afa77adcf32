// For each operation a request that is right, as far as it is more than its path: faults are put into it.
import { type Given, PASSWORD, type World } from './world.ts'

export const PROGRAM = 'int main(void) { return 0; }\n'
export const CORE = { Name: 'mine', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Disable', MemorySize: 256_000, Precision: 32 }
export const REPOSITORY = { RemoteURL: 'https://127.0.0.1/owner/other', Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }

export function plainRequests({ fixed, owner }: Pick<World, 'fixed' | 'owner'>): Readonly<Record<string, Given>> {
  const payload = { body: { payload: '1.5' } }
  const DataSources = [{ Location: 'sd0', ResourceID: `credence-cloud-storage:/${owner.userId}`, ResourceType: 'CredenceCloudStorage' }]
  return {
    createSourceCodeBuild: { body: { Code: PROGRAM, Language: 'C' } },
    createRepositoryBuild: { body: {} },
    updateBuild: { body: { IsPublic: true } },
    getBuildBinary: { path: { BuildID: fixed.HardwareBuildID! } },
    createTask: { body: {} },
    updateTask: { body: { Name: 'renamed' } },
    createPublicTask: { body: {} },
    getSamples: payload,
    createSamples: payload,
    createPlot: payload,
    createCore: { body: CORE },
    updateCore: { body: { Name: 'renamed' } },
    createRepository: { body: REPOSITORY },
    updateRepository: { body: { Branch: 'develop' } },
    lookupRepository: { query: { remoteURL: ['https://127.0.0.1/owner/name'] } },
    createUpload: { body: { Path: 'parts.bin', Size: 5 } },
    putFile: { query: { size: ['5'] } },
    createBucket: { body: { Name: 'more', Account: 'more' } },
    updateBucket: { body: { Name: 'renamed' } },
    createDrive: { body: { Name: 'more', DataSources } },
    updateDrive: { body: { Name: 'renamed' } },
    createKey: { body: { Name: 'more', ValidUntil: null } },
    createThing: { body: { Name: 'more' } },
    updateThing: { body: { Name: 'renamed' } },
    postThingSamples: { body: { Samples: [{ Value: 21.5 }] } },
    updateUser: { body: { Preferences: { Editor_Theme: 'dark' } } },
    createUser: { body: { Username: 'nobody@example.com', Password: PASSWORD } },
    createSession: { body: { Username: owner.username, Password: PASSWORD } },
    refreshSession: { body: { RefreshToken: 'none' } },
    connectGitHub: { body: { GithubUsername: 'octocat', GithubToken: 'ghp_octocat' } },
    proxyGitHubPost: { body: {} },
    proxyGitHubPut: { body: {} },
    proxyGitHubPatch: { body: {} },
    proxyGitHubDelete: { body: {} },
    createWebhook: { body: { url: fixed.hook, events: ['task-status'] } },
    updateWebhook: { body: { description: 'renamed' } },
    rotateWebhookSecret: { body: {} },
    testWebhook: { body: {} },
    updateSubscription: { body: { Plan: 'ProTier' } },
  }
}
