// How the console is built, and served in development mode (`npm run dev`), where CREDENCE_DEV_PLATFORM is the platform that answers it.
import { createHash } from 'node:crypto'
import { CONSOLE_PATH, operations } from '@credence/contract'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { early } from './plugins/early.ts'
import { fonts } from './plugins/fonts.ts'
import { slimContract } from './plugins/slim-contract.ts'

/** The platform puts another one into each page that it sends (apps/server/src/sites/console.ts). */
const NONCE = '__CREDENCE_NONCE__'
const platform = process.env.CREDENCE_DEV_PLATFORM

export default defineConfig({
  root: import.meta.dirname,
  base: CONSOLE_PATH,
  cacheDir: process.env.CREDENCE_VITE_CACHE ?? 'node_modules/.vite',
  publicDir: 'public',
  clearScreen: false,
  html: { cspNonce: NONCE },
  plugins: [slimContract(), react(), early(), fonts(NONCE)],
  build: {
    target: 'baseline-widely-available',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every visit needs comes as one file: some thirty small ones would be five rounds of a slow network, six connections at a time.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    chunkSizeWarningLimit: 1000,
  },
  worker: { format: 'es' },
  define: { __CONTRACT_KEY__: JSON.stringify(createHash('sha256').update(JSON.stringify(operations)).digest('hex').slice(0, 16)) },
  server: {
    strictPort: true,
    ...(platform && { proxy: { '^/(?!console/)': { target: platform, ws: true, changeOrigin: false } } }),
  },
})
