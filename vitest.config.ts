// Tests beside the code. Integration tests (`*.integration.test.ts`) may start a database, a compiler, a browser or processes;
// unit tests may not, so that `npm run check` stays quick.
import { defineConfig } from 'vitest/config'

const places = ['packages/*/src', 'apps/server/src', 'apps/cli/src', 'apps/docs/{src,plugins,tests}', 'tools']
const integration = places.map((place) => `${place}/**/*.integration.test.{ts,tsx}`)

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: places.map((place) => `${place}/**/*.test.{ts,tsx}`),
          exclude: ['**/node_modules/**', ...integration],
          testTimeout: 120_000,
        },
      },
      { test: { name: 'integration', include: integration, exclude: ['**/node_modules/**'], testTimeout: 600_000, hookTimeout: 900_000 } },
    ],
  },
})
