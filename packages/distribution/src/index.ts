// Ux values: Dirac mixtures, their text and bytes, analytic laws, mean-split tables, histograms, statistics, sampling.

export { Columns } from './columns.ts'
export { isDiscrete } from './discrete.ts'
export {
  type Cdf,
  cdfMoments,
  cdfOf,
  chanceDistances,
  drawsForDistance,
  empiricalCdf,
  expectedDistance,
  quantileOf,
  strayOf,
  wassersteinDistance,
} from './distance.ts'
export {
  type Binning,
  distributionFunction,
  type Histogram,
  histogramCdf,
  histogramDensity,
  histogramOf,
  histogramQuantile,
  type Point,
  quantileFunction,
} from './histogram.ts'
export type { Law } from './laws/standard-law.ts'
export { FAMILIES, type Family, law } from './laws/standard-law.ts'
export { finiteCount, fromSamples, fromWeightedSamples, type Mixture, mixtureOf, nonFiniteMasses, totalMass } from './mixture.ts'
export { modes } from './modes.ts'
export { type Piece, piecesOf, type ValuePiece, wholeLines } from './pieces.ts'
export { MAX_RESOLUTION, plotBins } from './plot-bins.ts'
export { quantileNodes } from './quantile-nodes.ts'
export { type SampleFigure, type SampleFigures, sampleFigures } from './sample-figures.ts'
export { drawSamples, generator, sampler } from './sampling.ts'
export { exp, floorLog2, log, pow } from './special/elementary.ts'
export { stated, statedMean } from './stated.ts'
export { centralMoment, mean, rawMoment, stepCdf, stepQuantile, supportRange } from './statistics.ts'
export { supportedBars } from './supported-bars.ts'
export { truncatedNodes } from './truncated-nodes.ts'
export { isFullTtr, isValidTtr, ttrOfMixture, ttrOfSamples } from './ttr.ts'
export { ttrOfLaw } from './ttr-of-law.ts'
export { readUxBytes, type UxForm, writeUxBytes } from './ux-bytes.ts'
export { UxSyntaxError } from './ux-syntax-error.ts'
export { type ExtractedUx, extractUx, formatUx, formatUxTail, parseUx } from './ux-text.ts'
export { ATHENS, isPlain, MAX_DIRACS, plainValue, type UxValue, uxValue } from './ux-value.ts'
