// Runs a prebuilt example again and again while its arguments move: one run at a time, always the latest arguments, nothing loaded before it is needed.

import { type Piece, piecesOf } from '@credence/distribution'
import { usePluginData } from '@docusaurus/useGlobalData'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { EngineGlobalData } from '../../plugins/engine-files/index.ts'
import type { ShownExample } from '../../plugins/examples/results.ts'

export interface Live {
  readonly stdout: readonly Piece[]
  /** Of the latest run in this page; absent until there was one. */
  readonly milliseconds?: number
  readonly problem?: string
}

export function useLive(result: ShownExample) {
  const { cores, files } = usePluginData('engine-files') as EngineGlobalData
  const [live, setLive] = useState<Live>({ stdout: result.stdout })
  const wanted = useRef<readonly string[] | undefined>(undefined)
  const isRunning = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: global data and the example are the same for the life of the page
  const run = useCallback(async (given: readonly string[]): Promise<void> => {
    wanted.current = given
    if (isRunning.current) return
    isRunning.current = true
    try {
      while (wanted.current && !isGone.current) {
        const latest: readonly string[] = wanted.current
        wanted.current = undefined
        setLive(await once(latest))
      }
    } finally {
      isRunning.current = false
    }
  }, [])

  async function once(given: readonly string[]): Promise<Live> {
    const core = cores.find(({ Name }) => Name === result.core)
    if (!files || !core || !result.module) return { stdout: result.stdout, problem: 'This copy of the site was built without the engine.' }
    try {
      const [{ runInPage }, { withSparks }] = await Promise.all([import('@credence/ui/program/page-engine.ts'), import('@credence/plot')])
      let text = ''
      const decoder = new TextDecoder()
      const { ending, message, executionMilliseconds } = await runInPage(
        files,
        { module: result.module, core, arguments: given },
        {
          output: (stream, bytes) => {
            if (stream === 'Stdout') text += decoder.decode(bytes, { stream: true })
          },
        },
      )
      const problem = ending.kind === 'exit' && ending.code === 0 ? undefined : message
      return { stdout: withSparks(piecesOf(text)), milliseconds: executionMilliseconds, problem }
    } catch (error) {
      return { stdout: result.stdout, problem: error instanceof Error ? error.message : String(error) }
    }
  }
  return { live, run }
}
