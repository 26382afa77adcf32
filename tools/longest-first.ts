// The order of test files in a run: those that are busy long come first, so that none of them is left over for one core while the other has nothing to do.
// Vitest remembers how long files took, but a clean checkout has nothing to remember.
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Beginning with the longest; each takes more than half a minute of processor time. */
export const LONG = [
  'apps/docs/tests/every-page.integration.test.ts',
  'packages/engine/src/toolchain/node/toolchain.integration.test.ts',
  'apps/docs/tests/workbench.integration.test.ts',
  'apps/docs/tests/search.integration.test.ts',
  'apps/docs/tests/fixtures.integration.test.ts',
  'apps/docs/tests/behaviour.integration.test.ts',
  'apps/docs/tests/early-input.integration.test.ts',
  'apps/docs/tests/reference.integration.test.ts',
  'apps/cli/src/commands/run.integration.test.ts',
  'apps/cli/src/service/command.integration.test.ts',
  'apps/server/src/main.integration.test.ts',
  'apps/docs/tests/keyboard.integration.test.ts',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return inOrder(await super.sort(files), ({ moduleId }) => moduleId)
  }
}

/** Those of `LONG` in front, in its order; the others as they are. */
export function inOrder<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const place = (file: File) => {
    const found = LONG.findIndex((path) => pathOf(file).endsWith(`/${path}`))
    return found < 0 ? LONG.length : found
  }
  return [...files].sort((a, b) => place(a) - place(b))
}
