import { client } from '../api/client.ts'
import { fill, type OutputDocument, openOutput } from '../output/output-document.ts'

export interface Outputs {
  readonly stdout: OutputDocument
  readonly stderr: OutputDocument
}

/** Both outputs of a task that ended, whole. */
export async function outputsOf(taskId: string): Promise<Outputs> {
  const { Stdout, Stderr } = await client.tasks.outputs(taskId)
  const [stdout, stderr] = [openOutput(), openOutput()]
  await Promise.all([client.stream(Stdout).then((stream) => fill(stdout, stream)), client.stream(Stderr).then((stream) => fill(stderr, stream))])
  return { stdout, stderr }
}
