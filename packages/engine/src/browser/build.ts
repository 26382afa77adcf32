// Bundles the page and its workers to static files.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** @param folder  receives index.html and its assets */
export async function buildPage(folder: string): Promise<void> {
  await build({
    root: fileURLToPath(new URL('./page/', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'esnext', minify: false, modulePreload: false },
  })
}
