/**
 * The house's import directions:
 * app → bot → commands → discord → cards → messages → services → lib; of the services
 * {jobs, accounts, usage, guilds, people} → image-api → {network, requests} → lib.
 */
const LEAVES = ['^src/lib/', '^src/messages/', '^src/services/network/'];
const INTERFACES = [
  '^src/services/storage/store(-time)?\\.ts',
  '^src/services/(operations/(log|metrics|runtime)|storage/(errors|lease))\\.ts',
];
const DOMAIN = '^src/services/(jobs|accounts|usage|guilds|people|image-api|requests)/';

/** Files at `from` import nothing of src/ but themselves and what is allowed. */
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: [from, ...allowed] },
});

/** The services without the store or the program, for all that stands above them. */
const SERVICES = [...LEAVES, DOMAIN, INTERFACES[1]];
/** What every folder of commands/ may import. */
const COMMANDS = ['^src/(discord|cards)/', ...SERVICES];

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
      name: 'only-index-and-app-wire',
      severity: 'error',
      from: { path: '^src/(?!index\\.ts|app/)' },
      to: { path: '^src/(index\\.ts|app/)' },
    },
    layer('lib-is-a-leaf', '^src/lib/', []),
    layer('messages-are-a-leaf', '^src/messages/', ['^src/lib/', '^src/services/(image-api|jobs|requests)/']),
    {
      name: 'messages-know-types-alone',
      severity: 'error',
      from: { path: '^src/messages/' },
      to: { path: '^src/', pathNot: ['^src/(messages|lib)/'], dependencyTypesNot: ['type-only'] },
    },
    layer('storage-is-a-leaf', '^src/services/storage/', ['^src/lib/']),
    layer('operations-is-a-leaf', '^src/services/operations/', ['^src/lib/']),
    layer('network-is-a-leaf', '^src/services/network/', ['^src/lib/']),
    layer('requests-are-a-leaf', '^src/services/requests/', ['^src/lib/']),
    layer('image-api-knows-the-network', '^src/services/image-api/', [
      '^src/lib/',
      '^src/services/(network|requests)/',
    ]),
    layer('jobs-know-the-image-api', '^src/services/jobs/', [
      '^src/lib/',
      '^src/services/(image-api|requests)/',
      ...INTERFACES,
    ]),
    layer('accounts-know-jobs', '^src/services/accounts/', [
      '^src/lib/',
      '^src/services/(image-api|jobs|requests)/',
      ...INTERFACES,
    ]),
    layer('usage-knows-accounts', '^src/services/usage/', [
      '^src/lib/',
      '^src/services/(image-api|jobs|accounts|requests)/',
      ...INTERFACES,
    ]),
    layer('guilds-know-usage', '^src/services/guilds/', [
      '^src/lib/',
      '^src/services/(image-api|jobs|accounts|usage|requests)/',
      ...INTERFACES,
    ]),
    layer('people-know-jobs', '^src/services/people/', [
      '^src/lib/',
      '^src/services/(image-api|jobs|requests)/',
      ...INTERFACES,
    ]),
    layer('cards-know-messages', '^src/cards/', SERVICES),
    layer('discord-knows-cards', '^src/discord/', ['^src/cards/', ...SERVICES]),
    layer('commands-know-discord', '^src/commands/', COMMANDS),
    layer('bot-knows-commands', '^src/bot/', ['^src/commands/', ...COMMANDS]),
    {
      name: 'commands-see-no-discord-library',
      severity: 'error',
      from: { path: '^src/(commands|cards|messages|services)/' },
      to: { path: 'node_modules/(discord\\.js|@discordjs)/' },
    },
    layer('framework-is-at-the-bottom', '^src/commands/framework/', COMMANDS),
    layer('requests-know-the-framework', '^src/commands/requests/', [
      '^src/commands/framework/',
      ...COMMANDS,
    ]),
    layer('cards-know-requests', '^src/commands/card/', ['^src/commands/(framework|requests)/', ...COMMANDS]),
    {
      name: 'features-know-no-other-feature',
      severity: 'error',
      from: {
        path: '^src/commands/([a-z-]+)(/|\\.ts$)',
        pathNot: '^src/commands/(index\\.ts|(framework|requests|card)/)',
      },
      to: {
        path: '^src/commands/',
        pathNot: ['^src/commands/$1(/|\\.ts$)', '^src/commands/(framework|requests|card)/'],
      },
    },
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
