// The route of the API reference, drawn from the OpenAPI document of packages/contract, and the document itself as a file to download.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openapi } from '@credence/contract'
import { type ReferenceModel, referenceModel } from '@credence/contract/reference'
import type { LoadContext, Plugin } from '@docusaurus/types'
import type { ReferenceOptions } from './options.ts'

export default function apiReference(_: LoadContext, options: ReferenceOptions & { route: string; platform: string }): Plugin<ReferenceModel> {
  const { route, platform, ...shown } = options
  return {
    name: 'api-reference',
    async loadContent() {
      return { ...referenceModel(), host: platform }
    },
    async contentLoaded({ content, actions }) {
      const model = await actions.createData('model.json', JSON.stringify(content))
      const settings = await actions.createData('options.json', JSON.stringify(shown))
      actions.addRoute({ path: route, component: '@site/src/reference/ReferencePage.tsx', exact: true, modules: { model, options: settings } })
    },
    async postBuild({ outDir }) {
      await writeFile(join(outDir, 'openapi.json'), JSON.stringify(openapi(), null, 2))
    },
  }
}
