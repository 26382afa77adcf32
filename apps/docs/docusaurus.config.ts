// The documentation site: what it shall do, line for line with its test, is in acceptance/docs.tsv.
import { existsSync, readFileSync } from 'node:fs'
import { LOCAL_ORIGIN } from '@credence/contract'
import { PLACEHOLDER_ORIGIN } from '@credence/search'
import type { Options as DocsOptions } from '@docusaurus/plugin-content-docs'
import type { Options as PresetOptions, ThemeConfig } from '@docusaurus/preset-classic'
import type { Config } from '@docusaurus/types'
import programs from './plugins/examples/remark.ts'
import facts from './plugins/facts/index.ts'
import codeBlocks from './plugins/highlight/remark.ts'
import tables from './plugins/tables/remark.ts'
import { hasHistory } from './src/has-history.ts'
import { PAGE_TEMPLATE } from './src/page-template.ts'

const url = process.env.CREDENCE_SITE_URL ?? LOCAL_ORIGIN
/** The platform that pages speak of: the one that serves them, where one will; any other host says what a reader's own machine has. */
const platform = url === PLACEHOLDER_ORIGIN ? url : LOCAL_ORIGIN

/** Address below which the folder `apps/docs` can be edited; absent: pages have no such link. */
const editRoot = process.env.CREDENCE_EDIT_URL?.replace(/\/$/, '')
/** The console is served beside the site by the platform, and by nobody else; absent: there is no link to it. */
const consoleUrl =
  process.env.CREDENCE_CONSOLE_URL ??
  (platform === url && existsSync(new URL('../console/package.json', import.meta.url)) ? 'pathname:///console/' : undefined)

/** A small picture as a part of each page: requests for both themes' logos would delay its text on a slow connection. */
const inPage = (name: string) =>
  `data:image/svg+xml,${encodeURIComponent(readFileSync(new URL(`src/navigation/${name}`, import.meta.url), 'utf8').trim())}`

const docs = (area: string, routeBasePath: string) =>
  ({
    id: area,
    path: `docs/${area}`,
    routeBasePath,
    sidebarPath: `./sidebars/${area}.ts`,
    showLastUpdateTime: hasHistory,
    ...(editRoot && { editUrl: ({ docPath }: { docPath: string }) => `${editRoot}/docs/${area}/${docPath}` }),
    breadcrumbs: true,
    beforeDefaultRemarkPlugins: [[facts, { platform }], programs, codeBlocks, tables],
    admonitions: { keywords: ['feature-highlight', 'glossary'], extendDefaults: true },
  }) satisfies DocsOptions

export default {
  title: 'Developer documentation',
  tagline: 'Ordinary C, C++ and Fortran whose numbers carry distributions',
  favicon: 'img/favicon.svg',
  url,
  baseUrl: '/',
  trailingSlash: true,
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'throw',
  baseUrlIssueBanner: true,
  ssrTemplate: PAGE_TEMPLATE,
  // The colour mode is stored under the key `theme`; a namespace would change it.
  storage: { type: 'localStorage', namespace: false },
  // Cascade layers are off: their polyfill gives Infima's layers more weight than this site's own rules.
  future: {
    v4: {
      removeLegacyPostBuildHeadAttribute: true,
      useCssCascadeLayers: false,
      mdx1CompatDisabledByDefault: true,
      fasterByDefault: true,
      siteStorageNamespacing: false,
    },
    // Not its HTML minifier: it leaves out end tags that HTML allows to leave out, and readers of agents do not know all of those rules.
    faster: {
      swcJsLoader: true,
      swcJsMinimizer: true,
      swcHtmlMinimizer: false,
      lightningCssMinimizer: true,
      mdxCrossCompilerCache: true,
      rspackBundler: true,
      rspackPersistentCache: true,
      ssgWorkerThreads: true,
      gitEagerVcs: true,
    },
  },
  i18n: { defaultLocale: 'en', locales: ['en'] },
  markdown: { hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  customFields: {
    issueTracker: process.env.CREDENCE_ISSUE_TRACKER ?? '',
    feedback: process.env.CREDENCE_FEEDBACK_URL ?? '',
    console: consoleUrl?.replace('pathname://', '') ?? '',
  },
  presets: [
    [
      'classic',
      {
        docs: docs('api', 'docs/api'),
        blog: false,
        pages: { admonitions: { keywords: ['feature-highlight', 'glossary'], extendDefaults: true } },
        theme: {
          customCss: ['site', 'infima', 'columns', 'tables', 'boxes', 'code', 'controls', 'paths', 'print'].map((name) => `./src/css/${name}.css`),
        },
        sitemap: { lastmod: hasHistory ? 'date' : null },
      } satisfies PresetOptions,
    ],
  ],
  plugins: [
    [
      './plugins/api-reference/index.ts',
      {
        route: '/docs/api/reference/',
        primaryColor: { light: '#137333', dark: '#56c873' },
        sidebarWidth: '300px',
        search: true,
        schemaExpansionLevel: 3,
        platform,
      },
    ],
    './plugins/engine-files/index.ts',
    './plugins/examples/index.ts',
    './plugins/first-title/index.ts',
    './plugins/fonts/index.ts',
    './plugins/highlight/index.ts',
    './plugins/islands/index.ts',
    './plugins/load-failure/index.ts',
    './plugins/pictures/index.ts',
    './plugins/desktop-breakpoint/index.ts',
    './plugins/search-index/index.ts',
    './src/search/connections.ts',
    ['./plugins/markdown/index.ts', { platform }],
    ['@docusaurus/plugin-content-docs', docs('platform', 'docs/platform')],
    ['@docusaurus/plugin-content-docs', docs('uxhw-api', 'docs/uxhw-api')],
    [
      '@docusaurus/plugin-client-redirects',
      {
        redirects: [{ from: '/docs', to: '/' }],
        createRedirects: (path: string) =>
          path.startsWith('/docs/uxhw-api/') ? [path.replace('/docs/uxhw-api/', '/docs/hardware-api/')] : undefined,
      },
    ],
  ],
  themeConfig: {
    search: {
      appId: process.env.CREDENCE_SEARCH_APP_ID,
      apiKey: process.env.CREDENCE_SEARCH_API_KEY,
      indexName: process.env.CREDENCE_SEARCH_INDEX,
      contextualSearch: true,
      askAi: process.env.CREDENCE_ASK_ENDPOINT ? { endpoint: process.env.CREDENCE_ASK_ENDPOINT } : 'passages',
      searchPagePath: 'search',
    },
    colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
    docs: { sidebar: { hideable: false, autoCollapseCategories: false } },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    announcementBar: {
      id: 'run-in-page',
      content: 'Programs here run: change a number, watch the curve.',
      isCloseable: true,
    },
    navbar: {
      title: 'Credence',
      logo: { alt: '', src: inPage('logo.svg'), srcDark: inPage('logo-dark.svg') },
      hideOnScroll: true,
      items: [
        { type: 'docSidebar', sidebarId: 'apiDocsSidebar', docsPluginId: 'api', label: 'Compute Engine API', position: 'left' },
        { type: 'docSidebar', sidebarId: 'platformDocsSidebar', docsPluginId: 'platform', label: 'Developer Platform', position: 'left' },
        { type: 'docSidebar', sidebarId: 'hardwareApiDocsSidebar', docsPluginId: 'uxhw-api', label: 'Hardware API (UxHw)', position: 'left' },
        { type: 'search', position: 'right' },
        { type: 'custom-reportIssue', position: 'right' },
        ...(consoleUrl ? [{ href: consoleUrl, label: 'Log in', position: 'right' as const, target: '_self', className: 'navbar__login' }] : []),
      ],
    },
    footer: {
      style: 'light',
      links: [
        {
          title: 'Compute Engine API',
          items: [
            { label: 'Quickstart', to: '/docs/api/quickstart/' },
            { label: 'Guides', to: '/docs/api/guides/' },
            { label: 'Reference', to: '/docs/api/reference/' },
          ],
        },
        {
          title: 'Developer Platform',
          items: [
            { label: 'Getting started', to: '/docs/platform/getting-started/' },
            { label: 'User interface', to: '/docs/platform/user-interface/' },
            { label: 'Changelog', to: '/docs/platform/changelog/' },
          ],
        },
        {
          title: 'Hardware API',
          items: [
            { label: 'Inserting uncertainty', to: '/docs/uxhw-api/inserting-uncertainty/' },
            { label: 'Querying uncertainty', to: '/docs/uxhw-api/querying-uncertainty/' },
            { label: 'Ux data format', to: '/docs/uxhw-api/ux-data-format/' },
          ],
        },
      ],
      copyright: 'Credence developer documentation',
    },
    // Code is coloured by plugins/highlight; what the theme would colour it with is left out of the pages.
    prism: { theme: { plain: {}, styles: [] }, magicComments: [] },
  } satisfies ThemeConfig & { search: object },
} satisfies Config
