// Colours of a plot.
import type { Theme } from './options.ts'

export interface Palette {
  readonly paper: string
  readonly ink: string
  readonly muted: string
  readonly grid: string
  readonly bar: string
  readonly mean: string
  /** What lies beyond a limit. */
  readonly risk: string
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: { paper: '#FFFFFF', ink: '#1B1F1D', muted: '#454C48', grid: '#CBD1CD', bar: '#33A333', mean: '#1B1F1D', risk: '#B87400' },
  dark: { paper: '#101513', ink: '#E7EEE9', muted: '#A9B6AE', grid: '#38443D', bar: '#4CC46A', mean: '#E7EEE9', risk: '#E7A93C' },
}
