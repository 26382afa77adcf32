// The runtime module from its C sources, with our compiler driver as its tool.
import { buildRuntime, type ToolFiles } from '../ensemble/build.ts'
import type { Files } from '../types.ts'
import { runTool } from './clang.ts'

export function makeRuntime(sources: Files): Promise<Uint8Array> {
  const decoder = new TextDecoder()
  return buildRuntime(toolOver, Object.fromEntries([...sources].map(([name, bytes]) => [name, decoder.decode(bytes)])))
}

/** A tool over the files of its working directory, as `buildRuntime` wants it. */
async function toolOver([name, ...args]: readonly string[], files: ToolFiles): Promise<ToolFiles> {
  const result = await runTool(name!, args, Object.entries(files))
  if (!result.succeeded) throw new Error(result.messages)
  return { ...result.files }
}
