// The files of the PNG renderer, fetched by the URLs that a bundler gives them: it must see each `new URL` as a literal.
const URLS = {
  renderer: () => new URL('@resvg/resvg-wasm/index_bg.wasm', import.meta.url),
  regular: () => new URL('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf', import.meta.url),
  strong: () => new URL('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf', import.meta.url),
  italic: () => new URL('@expo-google-fonts/source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic.ttf', import.meta.url),
} as const
export type Asset = keyof typeof URLS

export async function loadAsset(asset: Asset): Promise<Uint8Array> {
  const url = URLS[asset]()
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The plot's ${asset} file could not be fetched: ${url} answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
