/** The house's import directions: index → discord → commands → {jobs, guilds, people} → image-api. */
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: [from, ...allowed] },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'src-stands-alone',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(sandbox|test|bench)/' },
    },
    {
      name: 'sandbox-knows-no-source',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(src|test|bench)/' },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'src-needs-no-dev-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'only-index-runs-and-easel-wires',
      severity: 'error',
      from: { path: '^src/(?!(index|program)\\.ts)' },
      to: { path: '^src/(index|program|easel|keys)\\.ts' },
    },
    layer('clock-is-a-leaf', '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts', []),
    layer('storage-is-a-leaf', '^src/services/storage/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
    ]),
    layer('operations-is-a-leaf', '^src/services/operations/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
    ]),
    layer('network-is-a-leaf', '^src/services/network/', []),
    layer('image-api-is-a-leaf', '^src/services/image-api/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
      '^src/services/network/',
    ]),
    layer('jobs-know-the-image-api', '^src/services/jobs/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
      '^src/services/(image-api)/',
      '^src/services/storage/store\\.ts',
      '^src/services/operations/(log|metrics)\\.ts',
    ]),
    layer('guilds-know-the-image-api', '^src/services/guilds/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
      '^src/services/(image-api)/',
      '^src/services/storage/store\\.ts',
      '^src/services/operations/(log|metrics)\\.ts',
    ]),
    layer('people-know-the-image-api', '^src/services/people/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
      '^src/services/(image-api)/',
      '^src/services/storage/store\\.ts',
      '^src/services/operations/(log|metrics)\\.ts',
    ]),
    layer('commands-know-no-discord-service', '^src/commands/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
      '^src/services/(jobs|guilds|people|image-api|network)/',
      '^src/services/operations/(log|metrics)\\.ts',
    ]),
    layer('discord-knows-no-store', '^src/services/discord/', [
      '^src/(clock|keyed-mutex|shared-abort|text|operator-error)\\.ts',
      '^src/commands/',
      '^src/services/(jobs|guilds|people|image-api|network)/',
      '^src/services/operations/(log|metrics)\\.ts',
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
