// Islands (src/components/Island) are rendered by the build: browsers are not sent what renders them.
import { fileURLToPath } from 'node:url'
import { inBrowsers } from '../in-browsers.ts'

const NO_SERVER = fileURLToPath(new URL('../../src/components/Island/no-server.ts', import.meta.url))

export default () => inBrowsers('islands', /^react-dom\/server$/, NO_SERVER)
