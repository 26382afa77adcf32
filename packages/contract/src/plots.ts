// Plots of distributions, as PNG behind a link.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { PayloadRequest } from './samples.ts'
import { oneOf } from './schema.ts'

const limit = (axis: string, end: string) => Type.Optional(Type.Number({ description: `The ${end} end of the ${axis} axis. Absent: from the data.` }))
export const PLOT_STYLES = ['labelled', 'figure'] as const
export type PlotQuery = Static<typeof PlotQuery>
export const PlotQuery = Type.Object({
  fullResolution: Type.Optional(
    Type.Boolean({ description: 'True: draw every Dirac delta as it is, with the scatter of samples, instead of at most 64 smooth bars.' }),
  ),
  xLimMin: limit('horizontal', 'lower'),
  xLimMax: limit('horizontal', 'upper'),
  yLimMin: limit('vertical', 'lower'),
  yLimMax: limit('vertical', 'upper'),
  xAxisLabel: Type.Optional(Type.String({ description: 'The text under the horizontal axis.', examples: ['Interest rate'] })),
  style: Type.Optional(
    oneOf(PLOT_STYLES, {
      description:
        'labelled (when absent): bars, grid and both axes, 1000 × 600 pixels, 1300 × 600 with mass that is not finite. figure: the outline over its quantity alone, with mean and the ends of 95 %, as these pages show it, 960 × 360.',
    }),
  ),
})

export type Plot = Static<typeof Plot>
export const Plot = Type.Object(
  {
    plotID: Type.String({ format: 'uuid', description: 'The id of the plot.', examples: ['5f0d2b7c-9e1a-4c3d-8b6f-7a0e1d2c3b4a'] }),
    presignedURL: Type.String({ description: `Link to the PNG. Works for ${LIMITS.links.plotSeconds} s, without a credential.` }),
  },
  {
    $id: 'Plot',
    description: 'A plot.',
    examples: [
      { plotID: '5f0d2b7c-9e1a-4c3d-8b6f-7a0e1d2c3b4a', presignedURL: 'https://host/objects/plots/5f0d2b7c-9e1a-4c3d-8b6f-7a0e1d2c3b4a.png?…' },
    ],
  },
)

export const plotOperations = {
  createPlot: operation({
    method: 'POST',
    path: '/plot',
    tag: 'Samples and plots',
    summary: 'Plot a Ux string',
    description: 'Draws a distribution and responds with a link to the picture.',
    query: PlotQuery,
    body: PayloadRequest,
    bodyRequired: true,
    replies: { 201: json('The plot.', Plot) },
    errors: ['emptyBody', 'malformedField', 'objectsAway'],
    credential: 'any',
  }),
} as const
