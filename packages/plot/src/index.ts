// The distribution plot: geometry and SVG text. PNG is in ./png, the React component in ./react.
export { type Axis, type Bar, type DensityPanel, type NonFinitePanel, type PlotGeometry, plotGeometry, type Rectangle } from './geometry.ts'
export { type DrawingOptions, PlotLimitError, type PlotOptions, type Theme } from './options.ts'
export { plotSvg } from './svg.ts'
