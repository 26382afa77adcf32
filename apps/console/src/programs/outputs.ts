import { client } from '../api/client.ts'
import { fill, type OutputDocument, openOutput } from '../output/output-document.ts'

export interface Outputs {
  readonly stdout: OutputDocument
  readonly stderr: OutputDocument
}

/** Both outputs of a task that ended, whole. */
export async function outputsOf(taskId: string): Promise<Outputs> {
  const { whole, ...outputs } = openOutputs(taskId)
  await whole
  return outputs
}
/** The same as they come. `whole`: settled when nothing follows; refused, they are closed. */
export function openOutputs(taskId: string): Outputs & { readonly whole: Promise<void> } {
  const [stdout, stderr] = [openOutput(), openOutput()] // their workers start while the links are on their way
  const bring = async () => {
    try {
      const { Stdout, Stderr } = await client.tasks.outputs(taskId)
      await Promise.all([client.stream(Stdout).then((stream) => fill(stdout, stream)), client.stream(Stderr).then((stream) => fill(stderr, stream))])
    } catch (error) {
      stdout.close()
      stderr.close()
      throw error
    }
  }
  return { stdout, stderr, whole: bring() }
}

/** Of a run that did not begin. */
export function nothingPrinted(): Outputs {
  const [stdout, stderr] = [openOutput(), openOutput()]
  void stdout.end()
  void stderr.end()
  return { stdout, stderr }
}
