import { defineConfig } from 'vitepress';

const page = (text: string, link: string) => ({ text, link });

export default defineConfig({
  title: 'Easel',
  description: 'A Discord bot that makes pictures, and never loses one that you paid for.',
  // The pages are also read on the code host, so paths are the same on both.
  srcDir: '..',
  srcExclude: ['.github/**', 'data/**', 'node_modules/**', 'sandbox/**', 'test/**'],
  rewrites: { 'README.md': 'index.md' },
  // Files of the repository that aren't pages.
  ignoreDeadLinks: [/\.env\.example$/, /\.(json|yml|yaml)$/, /\/LICENSE$/, /localhost/],
  lastUpdated: false,
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      {
        text: 'Members',
        items: [
          page('Making pictures', '/docs/members'),
          page('Cards', '/docs/cards'),
          page('Privacy', '/docs/privacy'),
        ],
      },
      {
        text: 'Admins',
        items: [page('Server admins', '/docs/admins'), page('Permissions', '/docs/permissions')],
      },
      {
        text: 'Operators',
        items: [
          page('Install', '/docs/operators/install'),
          page('Settings', '/docs/operators/settings'),
          page('Several processes', '/docs/operating'),
          page('Backup', '/docs/operators/backup'),
          page('Upgrade', '/docs/operators/upgrade'),
          page('Monitoring', '/docs/operators/watching'),
          page('Troubleshooting', '/docs/operators/trouble'),
          page('Security', '/SECURITY'),
        ],
      },
      {
        text: 'Contributors',
        items: [
          page('Contributing', '/CONTRIBUTING'),
          page('Architecture', '/docs/architecture'),
          page('Module graph', '/docs/house'),
          page('Writing style', '/docs/voice'),
          page('Benchmarks', '/docs/benchmarks'),
          page('Changelog', '/CHANGELOG'),
        ],
      },
    ],
  },
});
