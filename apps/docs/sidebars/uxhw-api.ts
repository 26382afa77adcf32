// Explicit, so that the order of the hardware API area is reviewed like any other text.
import { CONSTRUCTORS } from '@credence/engine/constructors'
import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const category = (label: string, folder: string, items: (string | object)[]) => ({
  type: 'category' as const,
  label,
  link: { type: 'doc' as const, id: `${folder}/index` },
  items: items.map((item) => (typeof item === 'string' ? `${folder}/${item}` : item)) as SidebarsConfig[string] & string[],
})
const laws = Object.values(CONSTRUCTORS).map(({ page }) => page)

export default {
  hardwareApiDocsSidebar: [
    'index',
    category('Inserting uncertainty', 'inserting-uncertainty', [
      category('Parametric distributions', 'inserting-uncertainty/parametric-distributions', laws),
      'dist-from-samples',
      'dist-from-weighted-samples',
      'multidim-dist-from-samples',
      'mixture',
      'limit-support',
    ]),
    category('Querying uncertainty', 'querying-uncertainty', [
      'nth-moment',
      'nth-mode',
      'quantile',
      'tail-probability',
      'evaluate-pdf',
      'support-min',
      'support-max',
      'sample',
      'batch-sample',
    ]),
    category('Manipulating correlations', 'manipulating-correlations', ['get-independent-copy', 'get-independent-joint-copy']),
    category('Bayesian inference', 'bayesian-inference', ['bayes-laplace']),
    category('Paths, functions and minima', 'paths-and-functions', ['paths', 'propagate-function', 'argmin', 'older-spellings']),
    category('How it computes', 'how-it-computes', ['mathematics', 'printing', 'branches', 'accuracy', 'validation']),
    category('GUM in Credence', 'gum', [
      'models',
      'type-a-and-b',
      'instruments',
      'other-laws',
      'repeatability',
      'correlated-inputs',
      'calibration-line',
      'budget',
      'reporting',
      'conformity',
      'accreditation',
    ]),
    category('For embedded engineers', 'embedded', ['cost', 'float-or-double', 'porting', 'microsd']),
    category('For Fortran programmers', 'fortran', ['legacy', 'programs']),
    category('Ux data format', 'ux-data-format', [
      'ux-binary-distributionToByteArray',
      'ux-binary-byteArrayTodistribution',
      'ux-binary-getSizeOfDistributionByteArrayInBytes',
    ]),
  ],
} satisfies SidebarsConfig
