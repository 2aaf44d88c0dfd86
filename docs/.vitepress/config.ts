import { defineConfig } from 'vitepress';

const page = (text: string, link: string) => ({ text, link });

export default defineConfig({
  title: 'Easel',
  description: 'A Discord bot that makes pictures, and never loses one that was paid for.',
  // The pages are read on the code host as well: what stands where is the same there and here.
  srcDir: '..',
  srcExclude: ['.github/**', 'data/**', 'node_modules/**', 'sandbox/**', 'test/**'],
  rewrites: { 'README.md': 'index.md' },
  // Files of the repository that are no pages.
  ignoreDeadLinks: [/\.env\.example$/, /\.(json|yml|yaml)$/, /\/LICENSE$/, /localhost/],
  lastUpdated: false,
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      {
        text: 'Members',
        items: [
          page('Making pictures', '/docs/members'),
          page('The card', '/docs/cards'),
          page('Privacy', '/docs/privacy'),
        ],
      },
      {
        text: 'Admins',
        items: [page('In your server', '/docs/admins'), page('Permissions', '/docs/permissions')],
      },
      {
        text: 'Operators',
        items: [
          page('Install', '/docs/operators/install'),
          page('Settings', '/docs/operators/settings'),
          page('Scale', '/docs/operators/scale'),
          page('Several processes', '/docs/operating'),
          page('Backup', '/docs/operators/backup'),
          page('Upgrade', '/docs/operators/upgrade'),
          page('Watching', '/docs/operators/watching'),
          page('Trouble', '/docs/operators/trouble'),
          page('Security', '/SECURITY'),
        ],
      },
      {
        text: 'Contributors',
        items: [
          page('Working on Easel', '/CONTRIBUTING'),
          page('How it works', '/docs/architecture'),
          page('The house', '/docs/house'),
          page('Voice', '/docs/voice'),
          page('Benchmarks', '/docs/benchmarks'),
          page('Changelog', '/CHANGELOG'),
        ],
      },
    ],
  },
});
