// The distribution plot: geometry, SVG text and HTML. PNG is in ./png, the React component in ./react.
export { plotFigure } from './figure.ts'
export { type Axis, type Bar, type DensityPanel, type NonFinitePanel, type PlotGeometry, plotGeometry, type Rectangle } from './geometry.ts'
export { type DrawingOptions, PlotLimitError, type PlotOptions, type Theme } from './options.ts'
export { plotSvg } from './svg.ts'
