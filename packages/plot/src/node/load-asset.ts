// The files of the PNG renderer, read from the installed packages. Node only; a browser takes ../browser/load-asset.ts instead (package.json, imports).
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

const FILES = {
  renderer: '@resvg/resvg-wasm/index_bg.wasm',
  regular: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  strong: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  italic: '@expo-google-fonts/source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic.ttf',
} as const
export type Asset = keyof typeof FILES

export async function loadAsset(asset: Asset): Promise<Uint8Array> {
  return new Uint8Array(await readFile(resolve(FILES[asset])))
}
