// Tests beside the code. Integration tests (`*.integration.test.ts`) may start a database, a compiler, a browser or processes;
// unit tests may not, so that `npm run check` stays quick.
import { defineConfig } from 'vitest/config'
import { LLVM_FLAGS } from './packages/engine/src/toolchain/node/llvm-flags.ts'
import LongestFirst from './tools/longest-first.ts'

const places = [
  'packages/*/src',
  'apps/server/src',
  'apps/cli/src',
  'apps/docs/{src,plugins,tests}',
  'apps/console/{src,plugins,tests}',
  'acceptance/console-pictures',
  'tools',
]
const integration = '**/*.integration.test.{ts,tsx}'
const modules = '**/node_modules/**'
/** Tests of the engine that compile in their own process: it keeps the compiler, once it is loaded and warm, for the files behind them. */
const compiling = ['packages/engine/**/*.integration.test.ts']
const processes = ['packages/engine/**/node/*.integration.test.ts', 'packages/engine/**/*browser.integration.test.ts']
/** Against servers that `npm run peers` starts and nobody here wrote. */
const peers = process.env.CREDENCE_PEERS ? [] : ['**/*.peer.integration.test.ts']
/** What is asked again until it is so: a busy machine takes long, and what is broken never comes. Vitest's own second is too short for either. */
const poll = { timeout: 60_000, interval: 100 } // ms
const patience = { testTimeout: 600_000, hookTimeout: 900_000, expect: { poll } }

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: places.map((place) => `${place}/**/*.test.{ts,tsx}`),
          exclude: [modules, integration],
          isolate: false, // a module is loaded once, for all files that import it
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { requireAssertions: true, poll },
        },
      },
      {
        test: {
          name: 'integration, compiling',
          include: compiling,
          exclude: [modules, ...processes],
          isolate: false,
          execArgv: [...LLVM_FLAGS],
          ...patience,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages/!(engine),apps/*,tools}/**/*.integration.test.{ts,tsx}', ...processes],
          exclude: [modules, ...peers],
          ...patience,
        },
      },
    ],
  },
})
