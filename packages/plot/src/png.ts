// Pictures as PNG: SVG drawn by resvg as WebAssembly with the bundled font, so the bytes are the same everywhere.

import type { UxValue } from '@credence/distribution'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { loadAsset } from '#load-asset'
import { type FigureSvgOptions, figureSvg } from './figure-svg.ts'
import type { PlotOptions } from './options.ts'
import { plotSvg } from './svg.ts'

/**
 * 1000 × 600 pixels; 1300 × 600 with the panel of NaN and infinities.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export function plotPng(value: UxValue, options: PlotOptions = {}): Promise<Uint8Array> {
  return svgToPng(plotSvg(value, { ...options, theme: 'light' }))
}

/**
 * The figure of pages, 960 × 360 pixels, or `scale` times as many each way.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export function figurePng(value: UxValue, { scale = 1, ...options }: FigureSvgOptions & { readonly scale?: number } = {}): Promise<Uint8Array> {
  return svgToPng(figureSvg(value, options), scale)
}

/** Text of an SVG in the font Source Sans 3, of weight 400 or 600, as pixels. */
export function svgToPng(svg: string, scale = 1): Promise<Uint8Array> {
  return drawn(svg, scale, (drawing) => {
    const image = drawing.render()
    try {
      return image.asPng()
    } finally {
      image.free()
    }
  })
}

/** The same SVG with its letters as outlines: it looks the same where the font is missing. */
export function outlinedSvg(svg: string): Promise<string> {
  return drawn(svg, 1, (drawing) => drawing.toString())
}

async function drawn<Result>(svg: string, scale: number, take: (drawing: InstanceType<typeof Resvg>) => Result): Promise<Result> {
  const fontBuffers = await loadOnce()
  const drawing = new Resvg(svg, {
    font: { fontBuffers, defaultFontFamily: 'Source Sans 3', sansSerifFamily: 'Source Sans 3' },
    ...(scale !== 1 && { fitTo: { mode: 'zoom' as const, value: scale } }),
  })
  try {
    return take(drawing)
  } finally {
    drawing.free()
  }
}

/** Loaded once per process or page: the WebAssembly module may be set up only once. A failed load is tried again. */
let renderer: Promise<Uint8Array[]> | undefined

function loadOnce(): Promise<Uint8Array[]> {
  renderer ??= load()
  return renderer
}

async function load(): Promise<Uint8Array[]> {
  try {
    const [wasm, ...fonts] = await Promise.all([loadAsset('renderer'), loadAsset('regular'), loadAsset('italic'), loadAsset('strong')])
    await initWasm(wasm as Uint8Array<ArrayBuffer>)
    return fonts
  } catch (error) {
    renderer = undefined
    throw error
  }
}
