// Explicit, so that the order of the API area is reviewed like any other text.
import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

export default {
  apiDocsSidebar: [
    'index',
    'quickstart',
    {
      type: 'category',
      label: 'Guides',
      link: { type: 'doc', id: 'guides/index' },
      items: [
        'guides/authentication',
        'guides/execution-cores',
        {
          type: 'category',
          label: 'Builds',
          link: { type: 'doc', id: 'guides/builds/index' },
          items: ['guides/builds/builds-source-code', 'guides/builds/builds-repository', 'guides/builds/builds-get-status-and-output'],
        },
        {
          type: 'category',
          label: 'Tasks',
          link: { type: 'doc', id: 'guides/tasks/index' },
          items: [
            'guides/tasks/tasks-run-build',
            'guides/tasks/tasks-get-status-and-output',
            'guides/tasks/tasks-working-with-distributional-output',
          ],
        },
        'guides/events',
        'guides/webhooks',
        'guides/files-and-storage',
        'guides/account',
        'guides/agents',
        'guides/clients',
        'guides/lists',
        'guides/errors',
        'guides/retries',
        'guides/limits',
        'guides/versioning',
      ],
    },
    { type: 'link', label: 'API reference', href: '/docs/api/reference/' },
  ],
} satisfies SidebarsConfig
