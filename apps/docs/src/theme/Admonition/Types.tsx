import { FeatureHighlight, Glossary } from '@site/src/components/Admonitions'
import DefaultTypes from '@theme-original/Admonition/Types'

export default { ...DefaultTypes, 'feature-highlight': FeatureHighlight, glossary: Glossary }
