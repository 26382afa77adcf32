// What the compiler and the linker made of the small programs of tests, by content: the same call on the same files is made once, whichever test
// makes it and in whichever run. What they refuse is not kept.
import { join } from 'node:path'
import { compilerVersion } from '../../ensemble/node/compiler-version.ts'
import { contentName, KeptFiles } from '../../kept/node/files.ts'
import { runTool, type ToolFiles, type ToolResult } from '../clang.ts'
import { TEST_CACHE } from './toolchain.ts'

const CAPACITY = 200_000_000 // bytes on disk
const kept = new KeptFiles(join(TEST_CACHE, 'tools'))
void kept.prune(CAPACITY)
export const COMPILER = compilerVersion()

/** As `runTool`, for tools that write what they make to standard output. */
export async function keptTool(name: string, args: readonly string[], files: ToolFiles): Promise<Omit<ToolResult, 'files'>> {
  const seen = [...files]
  const key = contentName('tool', 'bin', [COMPILER, name, ...args, ...seen.flat()])
  const bytes = await kept.get(key)
  if (bytes !== undefined) return unpacked(bytes)
  const result = await runTool(name, args, seen)
  if (result.succeeded) await kept.put(key, packed(result))
  return result
}

/** What the tool made. @throws Error with its messages */
export async function keptOutput(name: string, args: readonly string[], files: ToolFiles): Promise<Uint8Array> {
  const { output, messages, succeeded } = await keptTool(name, args, files)
  if (!succeeded) throw new Error(messages)
  return output
}

/** Layout: u32 length of the messages; then messages and output. */
function packed({ messages, output }: ToolResult): Uint8Array {
  const text = new TextEncoder().encode(messages)
  const bytes = new Uint8Array(4 + text.length + output.length)
  new DataView(bytes.buffer).setUint32(0, text.length, true)
  bytes.set(text, 4)
  bytes.set(output, 4 + text.length)
  return bytes
}
function unpacked(bytes: Uint8Array): Omit<ToolResult, 'files'> {
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  return { messages: new TextDecoder().decode(bytes.subarray(4, end)), output: bytes.slice(end), succeeded: true }
}
