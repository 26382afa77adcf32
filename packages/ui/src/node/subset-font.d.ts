declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'sfnt' | 'woff' | 'woff2'
    readonly noLayoutClosure?: boolean
    readonly variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number; readonly default: number }>>
  }
  /** The font with the glyphs of `text` alone. */
  export default function subset(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
