// The configuration file of a repository: from GitHub where it lies there; of other hosts nothing can be read before a build, so its text may be pasted to check it.
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configurationQuery } from '../api/github.ts'
import { FRESH } from '../api/queries.ts'
import { partsOf } from './address.ts'
import type { ReadConfiguration } from './configuration-file.ts'

export interface Configuration {
  /** Undefined: nobody knows whether there is one. */
  readonly name: string | undefined
  readonly text: string | undefined
  readonly read: ReadConfiguration | undefined
  /** There is none, as GitHub says. */
  readonly isAbsent: boolean
  readonly isAsking: boolean
  readonly error: unknown
  readonly isPasted: boolean
  readonly paste: (text: string) => void
}
/** @param ref  the branch or commit that is looked at */
export function useConfiguration(remoteUrl: string, ref: string): Configuration {
  const parts = partsOf(remoteUrl)
  const [pasted, setPasted] = useState('')
  const found = useQuery({ ...configurationQuery(parts, ref), enabled: parts.isGitHub })
  const text = pasted || found.data?.text
  const read = useQuery({
    queryKey: ['configurationFile', text],
    queryFn: text === undefined ? skipToken : async () => (await import('./configuration-file.ts')).readConfiguration(text),
    staleTime: FRESH.lasting,
    gcTime: 0,
  })
  return {
    name: pasted ? 'the pasted text' : found.data?.name,
    text,
    read: read.data,
    isAbsent: !pasted && found.data === null,
    isAsking: parts.isGitHub && found.isPending,
    error: parts.isGitHub ? found.error : undefined,
    isPasted: pasted !== '',
    paste: setPasted,
  }
}
