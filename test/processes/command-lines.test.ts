import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { HANGS_AFTER_MS } from '../../sandbox/wait.ts';
import { readConfig } from '../../src/config.ts';
import { shellLines } from '../shell-lines.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { freePort } from '../world/ports.ts';
import { openTestEnvironment } from '../world/world.ts';

/** What of the project a checkout has, and these commands need. */
const CHECKOUT = [
  'src',
  'locales',
  'scripts',
  'sandbox',
  'deploy',
  'package.json',
  'package-lock.json',
  '.env.example',
];
const CONFIGURATION = ['tsconfig.json', 'tsconfig.build.json'];

/** The commands that can't be run here, by the reason. */
const NOT_RUN_HERE = {
  'would install the packages again; CI begins with it': ['npm ci'],
  'runs this test, too; CI begins with it': ['npm test'],
  'needs a container engine': [
    'docker compose up -d',
    'docker compose logs -f easel',
    'docker compose -f compose.scale.yaml up -d',
    'docker compose pull',
    'docker compose stop easel',
    'echo "ENCRYPTION_KEY=$(docker compose run --rm -T easel cat /data/encryption.key)" >> .env',
    'docker compose -f compose.scale.yaml run --rm -v easel_data:/old easel node dist/app/copy.js sqlite:///old/easel.sqlite STORE_URL',
    '(umask 077; docker compose -f compose.scale.yaml exec -T postgres pg_dump -U easel -Fc easel > new.dump)',
    'docker compose -f compose.scale.yaml stop easel',
    'docker compose -f compose.scale.yaml exec postgres createdb -U easel easel_dump',
    'docker compose -f compose.scale.yaml exec postgres createdb -U easel easel_restored',
    'docker compose -f compose.scale.yaml exec -T postgres pg_restore -U easel -d easel_dump < easel.dump',
    "docker compose -f compose.scale.yaml run --rm easel sh -c 'DUMP=${STORE_URL}_dump NEW=${STORE_URL}_restored node dist/app/copy.js DUMP NEW'",
    'docker compose -f compose.scale.yaml run --rm -v ./old.key:/old.key:ro easel node dist/app/rotate-keys.js rotate /old.key',
    'docker compose up -d --build',
  ],
  'needs a cluster': [
    'kubectl create secret generic easel --from-literal=DISCORD_TOKEN=…',
    'kubectl apply -f deploy/kubernetes/easel.yaml',
    'kubectl exec deploy/easel -- node dist/app/doctor.js',
    'kubectl exec deploy/easel -- node dist/app/backup.js /data/backups/ --keep 7',
    `(umask 077; kubectl cp "$(kubectl get pod -l app=easel -o jsonpath='{.items[0].metadata.name}')":/data/backups backups)`,
    'kubectl scale deploy/easel --replicas 0',
    'kubectl apply -f deploy/kubernetes/tools.yaml',
    'kubectl wait --for condition=Ready pod/easel-tools',
    'kubectl cp easel.backup easel-tools:/data/easel.backup',
    'kubectl exec easel-tools -- node dist/app/copy.js sqlite:///data/easel.backup sqlite:///data/restored.sqlite',
    'kubectl edit secret easel',
    'kubectl exec easel-tools -- node dist/app/rotate-keys.js rotate /data/encryption.key',
    'kubectl delete pod easel-tools',
  ],
  'needs systemd': [
    'systemctl daemon-reload',
    'systemctl enable --now easel',
    'journalctl -u easel -f',
    'systemd-run --pipe --wait -p WorkingDirectory=/opt/easel -p EnvironmentFile=/etc/easel/easel.env -E DATA_DIR=/var/lib/easel -E DISCORD_TOKEN_FILE=/etc/easel/discord-token node dist/app/doctor.js',
  ],
  'needs a copy of the project on a server': ['git pull'],
  'asks for a password, and needs a server of its own': [
    'createuser --pwprompt easel',
    'createdb --owner easel easel',
  ],
};

const commands = new Set(shellLines().flatMap(({ line }) => line.split(' && ')));

interface Ways {
  /** Goes over what the shell has anyway. */
  env?: Record<string, string>;
  /** Ctrl+C is pressed once it said this. Without it, the command has to end by itself. */
  until?: string;
  /** What happens then, before Ctrl+C. */
  meanwhile?: () => Promise<void>;
  /** What the pages name, and what stands here in its place. */
  places?: Record<string, string>;
}

/** A folder like a checkout after `npm ci`, and a shell in it that runs commands of the pages. */
const startShell = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const path of [...CHECKOUT, ...CONFIGURATION]) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const known = new Set<string>(Object.values(NOT_RUN_HERE).flat());

  /** Runs a command as it stands on its page, which has to end with 0. Returns what it wrote. */
  const run = async (command: string, ways: Ways = {}): Promise<string> => {
    const { env, until, meanwhile, places = {} } = ways;
    expect(commands, 'no page has this command').toContain(command);
    known.add(command);
    const line = Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), command);
    const { PATH, HOME } = process.env;
    const child = spawn('sh', ['-c', line], { cwd: folder, env: { PATH, HOME, ...env }, detached: true });
    const signal = (name: NodeJS.Signals) => {
      // As a terminal does, to everything that the command has started.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, name);
    };
    const timer = setTimeout(signal, HANGS_AFTER_MS, 'SIGKILL');
    const exit = once(child, 'close');
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      if (until !== undefined) {
        await expect.poll(() => `${output}${child.exitCode ?? ''}`).toContain(until);
        await meanwhile?.();
      }
    } finally {
      if (until !== undefined) signal('SIGINT');
      await exit;
      clearTimeout(timer);
    }
    // npm and the shell say that they were interrupted, beside what the program itself says.
    const ends = until === undefined ? [0] : [0, 130, 'SIGINT'];
    expect(ends, `${command}\n${output}`).toContain(child.exitCode ?? child.signalCode);
    return output;
  };

  return { folder, known, run };
};

/** What a command of a container is here: the same program, with a folder for the volume. */
const container = (folder: string): Record<string, string> => ({
  'docker compose run --rm easel ': '',
  'docker compose run --rm -T -v ./backups:/backups easel ': '',
  'docker compose run --rm -v ./backups:/backups easel ': '',
  ' /backups/': ` ${folder}/backups/`,
  '/data/': `${folder}/data/`,
});

type Shell = Awaited<ReturnType<typeof startShell>>;

/** Sets variables in `.env` as its comments say, and adds those that only its page names. */
const setVariables = (folder: string, variables: Record<string, string>): void => {
  const file = join(folder, '.env');
  let text = readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(variables)) {
    const line = new RegExp(`^#?${name}=.*$`, 'm');
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`;
  }
  writeFileSync(file, text);
};

const demo = async ({ folder, run }: Shell): Promise<void> => {
  const said = await run('npm run demo -- --once "a lighthouse at dusk --ar 16:9"');
  expect(said).toContain('a lighthouse at dusk');
  for (const [file] of said.matchAll(/pictures\/\S+\.\w+/g))
    expect(existsSync(join(folder, file))).toBe(true);
  expect(said).toMatch(/Saved in pictures\/:\n {2}\S/);
  await run('npm run demo', { until: 'Open http://' });
};

const keys = async ({ folder, run }: Shell): Promise<void> => {
  const places = { '.env': 'keys.env' };
  await run('echo "ENCRYPTION_KEY=$(openssl rand -base64 32)" >> .env', { places });
  await run('echo "POSTGRES_PASSWORD=$(openssl rand -hex 24)" >> .env', { places });
  const set = parseEnv(readFileSync(join(folder, 'keys.env'), 'utf8'));
  const required = { DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'https://images.example' };
  expect(readConfig({ ...set, ...required }).encryptionKey).toHaveLength(32);
  // Fits into an address.
  expect(set['POSTGRES_PASSWORD']).toMatch(/^[\da-f]{48}$/);
  await run("sed -n 's/^ENCRYPTION_KEY=//p' .env > old.key", { places });
  expect(readFileSync(join(folder, 'old.key'), 'utf8').trim()).toBe(set['ENCRYPTION_KEY']);
  expect((await run('openssl rand -base64 32 | base64')).trim()).toMatch(/^[\w+/]{60}$/);
};

const files = async ({ folder, known, run }: Shell): Promise<void> => {
  const places = { '/etc/': `${folder}/etc/` };
  mkdirSync(join(folder, 'etc/systemd/system'), { recursive: true });
  await run('install -d -m 700 /etc/easel', { places });
  await run('install -m 600 /dev/null /etc/easel/discord-token', { places });
  await run('echo IMAGE_API_URL=https://images.example > /etc/easel/easel.env', { places });
  await run('cp deploy/systemd/easel.service /etc/systemd/system/', { places });
  const unit = readFileSync(join(folder, 'etc/systemd/system/easel.service'), 'utf8');
  for (const [path] of unit.matchAll(/\/etc\/easel\/(discord-token|easel\.env)/g))
    expect(existsSync(join(folder, path)), path).toBe(true);
  for (const forContainer of [
    'install -d -o 1000 -g 1000 -m 700 easel-data',
    'install -d -o 1000 -g 1000 -m 700 backups',
    'install -m 600 -o 1000 /dev/null old.key',
  ])
    if (process.getuid?.() === 0) await run(forContainer);
    else known.add(forContainer);
};

/** What is asked of an Easel that runs. */
const whileItRuns = async ({ folder, run }: Shell, port: number): Promise<void> => {
  const places = { '127.0.0.1:8080': `127.0.0.1:${port}` };
  const curl = (page: string) => run(`curl -s http://127.0.0.1:8080/${page}`, { places });
  await expect.poll(() => curl('readyz')).toMatch(/ok|ready/);
  expect(await curl('metrics')).toContain('easel_gateway_connected 1');
  const doctor = run('npm run doctor');
  await run('docker compose run --rm easel node dist/app/doctor.js', { places: container(folder) });
  const onHost =
    'docker compose run --rm -T -v ./backups:/backups easel node dist/app/backup.js /backups/ --keep 7';
  expect(await run(onHost, { places: container(folder) })).toMatch(/^Saved to/);
  expect(await run('npm run backup -- backups/ --keep 7')).toContain('Saved to backups/easel-');
  expect(await run('npm run backup -- easel.backup')).toContain('keep a copy of that');
  expect(await run('npm run usage')).toMatch(/^month +server/m);
  expect(await run('npm run --silent usage -- --csv')).toMatch(/^month,server,/m);
  await doctor;
};

const stores = async (shell: Shell): Promise<void> => {
  const { folder, known, run } = shell;
  const inContainer =
    'docker compose run --rm -v ./backups:/backups easel node dist/app/copy.js sqlite:///backups/easel.backup sqlite:///data/restored.sqlite';
  const [backup = ''] = readdirSync(join(folder, 'backups'));
  const places = { ...container(folder), '/backups/easel.backup': `${folder}/backups/${backup}` };
  expect(await run(inContainer, { places })).toMatch(/^Copied \d+ rows/m);
  const restored = 'sqlite://data/again.sqlite';
  expect(
    await run('npm run copy -- sqlite://easel.backup sqlite://data/restored.sqlite', {
      places: { 'sqlite://data/restored.sqlite': restored },
    }),
  ).toMatch(/^Copied \d+ rows/m);
  const move = 'npm run copy -- sqlite://data/easel.sqlite NEW_STORE_URL';
  const tool = '(umask 077; pg_dump --format custom --file new.dump postgres://easel@db.example/easel)';
  const rename = 'mv new.dump easel.dump';
  const making = ['easel_dump', 'easel_restored'].map((name) => `createdb --owner easel ${name}`);
  const restore = 'pg_restore --dbname postgres://easel@db.example/easel_dump easel.dump';
  const back = 'npm run copy -- DUMP_URL RESTORED_URL';
  for (const command of [move, tool, rename, ...making, restore, back]) known.add(command);
  const server = SERVERS.find(({ title }) => title === 'Postgres');
  if (!server?.available) return;
  const url = await server.fresh();
  const moved = await run(move, {
    env: { NEW_STORE_URL: url },
    places: { 'sqlite://data/easel.sqlite': restored },
  });
  expect(moved).toMatch(/^Copied \d+ rows/m);
  if (['pg_dump', 'createdb', 'pg_restore'].some((name) => spawnSync(name, ['--version']).status !== 0))
    return;
  const { hostname, port, username, password } = new URL(url);
  const names = { easel_dump: `dump_${randomUUID()}`, easel_restored: `restored_${randomUUID()}` };
  const at = (name: string) => Object.assign(new URL(url), { pathname: name }).href;
  const [DUMP_URL, RESTORED_URL] = [at(names.easel_dump), at(names.easel_restored)];
  await run(tool, { places: { 'postgres://easel@db.example/easel': url } });
  await run(rename);
  expect(statSync(join(folder, 'easel.dump')).mode & 0o777).toBe(0o600);
  const env = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) };
  const owned = { '--owner easel ': `--owner ${username} `, ...names };
  for (const command of making) await run(command, { env, places: owned });
  await run(restore, { places: { 'postgres://easel@db.example/easel_dump': DUMP_URL } });
  expect(await run(back, { env: { DUMP_URL, RESTORED_URL } })).toMatch(/^Copied \d+ rows/m);
};

const rotation = async ({ run }: Shell): Promise<void> => {
  const ENCRYPTION_KEY = randomBytes(32).toString('base64');
  const said = await run('npm run keys -- rotate data/encryption.key', { env: { ENCRYPTION_KEY } });
  expect(said).toMatch(/^Encrypted \d+ API keys again/m);
  expect(await run('npm run doctor', { env: { ENCRYPTION_KEY } })).toContain(
    "✔ encryption key: The encryption key is the store's",
  );
  expect(await run('npm run keys -- forget', { env: { ENCRYPTION_KEY } })).toContain('Nothing was changed');
  const handOver = 'npm run copy -- sqlite://data/easel.sqlite sqlite://data/new.sqlite --new-application';
  expect(await run(handOver)).toMatch(/^Copied \d+ rows/m);
};

test('each command of the pages does what its page says, or stands with the reason why it is not run', async () => {
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm ci && npm test$/m);
  const shell = await startShell();
  const { folder, known, run } = shell;
  const { env } = await openTestEnvironment();
  const port = await freePort();
  const names = ['DISCORD_TOKEN', 'DISCORD_API_URL', 'IMAGE_API_URL', 'IMAGE_API_KEY'];
  const variables = Object.fromEntries(names.map((name) => [name, env[name] ?? '']));

  const building = run('npm run build');
  await Promise.all([demo(shell), keys(shell), files(shell), run('cp .env.example .env')]);
  await run('chmod 600 .env');
  setVariables(folder, { ...variables, HTTP_PORT: String(port) });
  await building;
  await run('npm start', {
    until: 'Easel is ready',
    meanwhile: () => whileItRuns(shell, port),
  });
  await stores(shell);
  await rotation(shell);
  expect([...known].sort()).toEqual([...commands].sort());
});
