// Explicit, so that the order of the platform area is reviewed like any other text.
import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const repositories = [
  'connect-repositories',
  'search-repositories',
  'run-repositories',
  'core-selection',
  'command-line-arguments',
  'data-sources',
  'branch',
  'working-directory',
  'use-yaml',
  'add-to-button',
  'github-login',
  'disconnect-repositories',
]

export default {
  platformDocsSidebar: [
    'index',
    {
      type: 'category',
      label: 'Getting started',
      link: { type: 'doc', id: 'getting-started/index' },
      items: ['code', 'repositories', 'data-sources', 'custom-cores', 'reference-executions', 'task-history'].map(
        (page) => `getting-started/${page}`,
      ),
    },
    {
      type: 'category',
      label: 'User interface',
      link: { type: 'doc', id: 'user-interface/index' },
      items: [
        'user-interface/home',
        'user-interface/editor',
        {
          type: 'category',
          label: 'Repositories',
          link: { type: 'doc', id: 'user-interface/repositories/index' },
          items: repositories.map((page) => `user-interface/repositories/${page}`),
        },
        ...['cores', 'task-manager', 'usage', 'billing', 'settings'].map((page) => `user-interface/${page}`),
      ],
    },
    'command-line',
    'command-line-resources',
    {
      type: 'category',
      label: 'Worked cases',
      link: { type: 'doc', id: 'cases/index' },
      items: ['metrology', 'sensors', 'finance', 'physics'].map((page) => `cases/${page}`),
    },
    {
      type: 'category',
      label: 'Running your own platform',
      link: { type: 'doc', id: 'operate/index' },
      items: ['configuration', 'backup-and-upgrade', 'scale-out', 'metrics', 'security'].map((page) => `operate/${page}`),
    },
    'glossary',
    'changelog',
  ],
} satisfies SidebarsConfig
