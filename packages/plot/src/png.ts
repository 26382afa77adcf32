// A plot as PNG: the SVG in the fixed light look, drawn by resvg as WebAssembly with the bundled font, so the bytes are the same everywhere.

import type { UxValue } from '@credence/distribution'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { loadAsset } from '#load-asset'
import type { PlotOptions } from './options.ts'
import { plotSvg } from './svg.ts'

/**
 * 1000 × 600 pixels; 1300 × 600 with the panel of NaN and infinities.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export async function plotPng(value: UxValue, options: PlotOptions = {}): Promise<Uint8Array> {
  const svg = plotSvg(value, { ...options, theme: 'light' })
  const fontBuffers = await loadOnce()
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Source Sans 3', sansSerifFamily: 'Source Sans 3' } })
  try {
    const image = drawing.render()
    try {
      return image.asPng()
    } finally {
      image.free()
    }
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
    const [wasm, ...fonts] = await Promise.all([loadAsset('renderer'), loadAsset('regular'), loadAsset('italic')])
    await initWasm(wasm as Uint8Array<ArrayBuffer>)
    return fonts
  } catch (error) {
    renderer = undefined
    throw error
  }
}
