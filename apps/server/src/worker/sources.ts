// What a build compiles: the one file of a source-code build, or a repository.
import { sourceFile } from '@credence/contract'
import type { BuildOfAttempt } from '../builds/queries.ts'
import { SealBroken } from '../sealing/sealing.ts'
import { SourceFault } from '../sources/fault.ts'
import type { CredentialFor } from '../sources/fetch.ts'
import { type RepositorySettings, readRepository, type Sources } from '../sources/repository.ts'

export interface SourceSettings extends RepositorySettings {
  /** Where repositories of GitHub are: `https://github.com`. */
  readonly githubAddress: string
  /** Of an account that is connected to GitHub. */
  readonly githubToken: (owner: string) => Promise<string | undefined>
}

/** @throws SourceFault in words for its owner; the reason of the signal */
export async function sourcesOf(settings: SourceSettings, { owner, application, core }: BuildOfAttempt, signal: AbortSignal): Promise<Sources> {
  const { SourceCode, Repository } = application
  if (Repository) return readRepository(settings, Repository, core, await credentialsOf(settings, owner), signal)
  if (!SourceCode) throw new Error('a build of nothing')
  const texts = {
    [sourceFile(SourceCode.Language, SourceCode.Code)]: SourceCode.Code,
    ...(SourceCode.ConfigMk !== undefined && { 'config.mk': SourceCode.ConfigMk }),
  }
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]))
  return { files, inputs: new Map(), notes: [], traceVariables: [] }
}

/** The token of GitHub goes to GitHub alone, for repositories and their submodules there. */
async function credentialsOf({ githubAddress, githubToken }: SourceSettings, owner: string): Promise<CredentialFor> {
  const password = await githubToken(owner).catch((cause: unknown) => {
    if (cause instanceof SealBroken) throw new SourceFault('the token for GitHub cannot be read any more; connect your account to GitHub again')
    throw cause
  })
  if (password === undefined) return () => undefined
  const { origin } = new URL(githubAddress)
  return (remoteUrl) => (new URL(remoteUrl).origin === origin ? { address: `${origin}/`, username: 'x-access-token', password } : undefined)
}
