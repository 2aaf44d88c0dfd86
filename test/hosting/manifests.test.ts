import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';

/** The variables that Easel knows, each of which can also be given as the name of a file: `NAME_FILE`. */
const VARIABLES = new Set(readFileSync('.env.example', 'utf8').match(/(?<=^#?)[A-Z_]+(?==)/gm));
const plainName = (name: string): string => name.replace(/_FILE$/, '');
const REQUIRED = { DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'https://images.example' };

/** A copy that notes which of its properties are read, as paths. */
const watched = (value: unknown, path: string, read: Set<string>): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : new Proxy(value, {
        get: (target, name): unknown => {
          if (typeof name === 'symbol') return Reflect.get(target, name);
          read.add(`${path}/${name}`);
          return watched(Reflect.get(target, name), `${path}/${name}`, read);
        },
      });

const pathsOf = (value: unknown, path = ''): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        `${path}/${name}`,
        ...pathsOf(inner, `${path}/${name}`),
      ]);

describe.each(['easel.yaml', 'easel-scale.yaml'])('deploy/kubernetes/%s', (file) => {
  const documents = parseAllDocuments(readFileSync(`deploy/kubernetes/${file}`, 'utf8'));
  const objects = documents.map((document) => document.toJS() as { kind: string });
  const kinds = { ConfigMap, PersistentVolumeClaim, Deployment, PodDisruptionBudget };

  test.each(objects.map((object) => [object.kind, object] as const))(
    'the %s is what Kubernetes allows',
    (kind, object) => {
      const Kind = kinds[kind as keyof typeof kinds] as new (data: object) => { validate: () => void };
      const read = new Set<string>();
      new Kind(watched(object, '', read) as object).validate();
      // The check leaves out what it does not know: what it never looked at is misspelt.
      expect(pathsOf(object).filter((path) => !read.has(path))).toEqual([]);
    },
  );

  test('Easel knows the variables', () => {
    const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(objects[0]);
    for (const name of Object.keys(data)) expect(VARIABLES).toContain(plainName(name));
  });

  test('a standby lives, and no probe looks for what only Discord can mend', () => {
    const text = readFileSync(`deploy/kubernetes/${file}`, 'utf8');
    expect(text).not.toContain('/healthz');
    expect(text).toMatch(/livenessProbe:\n\s+httpGet: \{ path: \/metrics/);
    expect(text.match(/path: \/readyz/g)).toHaveLength(2);
  });
});

describe('deploy/systemd/easel.service', () => {
  const unit = readFileSync('deploy/systemd/easel.service', 'utf8');
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  const analyze = (...args: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-unit-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'easel.service');
    // Where Node is differs from machine to machine, and systemd looks whether it is there.
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    const { stdout, stderr, status } = spawnSync('systemd-analyze', [...args, path]);
    return { status, said: `${stdout.toString()}${stderr.toString()}` };
  };

  it.skipIf(!hasSystemd)('is a unit that systemd takes (skipped without systemd-analyze)', () => {
    expect(analyze('verify')).toEqual({ status: 0, said: '' });
  });

  it.skipIf(!hasSystemd)('exposes little (skipped without systemd-analyze)', () => {
    const { said } = analyze('security', '--offline=true');
    expect(Number(/Overall exposure level.*?: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2);
  });

  it('hands each secret over as a credential whose file Easel reads', () => {
    const credentials = [...unit.matchAll(/^#?LoadCredential=([\w-]+):/gm)].map(([, name = '']) => name);
    const read = [...unit.matchAll(/^#?Environment=([A-Z_]+)_FILE=%d\/([\w-]+)$/gm)];
    expect(read.map(([, , credential]) => credential)).toEqual(credentials);
    for (const [, name = '', credential] of read) {
      expect(VARIABLES).toContain(name);
      expect(name.toLowerCase().replaceAll('_', '-')).toBe(credential);
    }
  });

  it('gives it more time to stop than it takes', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  });
});

/**
 * What a panel checks when an egg is imported, since there is no schema: pterodactyl/panel,
 * app/Services/Eggs/EggParserService.php and app/Services/Eggs/Sharing/EggImporterService.php.
 */
const eggSchema = z.strictObject({
  _comment: z.string(),
  meta: z.strictObject({ version: z.literal('PTDL_v2'), update_url: z.null() }),
  exported_at: z.iso.datetime({ offset: true }),
  name: z.string().max(191),
  author: z.email(),
  description: z.string(),
  features: z.null(),
  docker_images: z.record(z.string(), z.string().regex(/^[\w#./\- ]*\|?~?[\w./\-:@ ]*$/)),
  file_denylist: z.array(z.string()),
  startup: z.string().min(1),
  // Each is JSON inside a text.
  config: z.strictObject({
    files: z.literal('{}'),
    startup: z.string().transform((text) => z.strictObject({ done: z.string() }).parse(JSON.parse(text))),
    logs: z.literal('{}'),
    stop: z.string(),
  }),
  scripts: z.strictObject({
    installation: z.strictObject({
      script: z.string(),
      container: z.string(),
      entrypoint: z.literal('bash'),
    }),
  }),
  variables: z.array(
    z.strictObject({
      name: z.string().min(1).max(191),
      description: z.string(),
      env_variable: z.string().regex(/^\w{1,191}$/),
      default_value: z.string(),
      user_viewable: z.boolean(),
      user_editable: z.boolean(),
      rules: z.string().regex(/^(required|nullable)\|string(\|max:\d+)?(\|in:[\w,]+)?$/),
      field_type: z.literal('text'),
    }),
  ),
});

describe('deploy/panel/egg-easel.json', () => {
  const egg = eggSchema.parse(JSON.parse(readFileSync('deploy/panel/egg-easel.json', 'utf8')));
  /** Of the installation, not of Easel. */
  const own = new Set(['GIT_ADDRESS', 'GIT_VERSION']);

  it('asks for variables that Easel knows, with values that it takes', () => {
    const variables = egg.variables.filter(({ env_variable: name }) => !own.has(name));
    for (const { env_variable: name } of variables) expect(VARIABLES).toContain(name);
    const defaults = Object.fromEntries(variables.map((v) => [v.env_variable, v.default_value]));
    expect(readConfig({ ...defaults, ...REQUIRED }).storeUrl).toBe('sqlite://data/easel.sqlite');
  });

  it('takes Easel for started when it says that it is', () => {
    expect(readFileSync('src/app/introduction.ts', 'utf8')).toContain(`'${egg.config.startup.done}'`);
  });

  it('installs by a script that a shell can read, with the scripts of package.json', () => {
    const { script } = egg.scripts.installation;
    expect(spawnSync('bash', ['-n'], { input: script })).toMatchObject({ status: 0 });
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    for (const [, name = ''] of script.matchAll(/npm run (\S+)/g))
      expect(Object.keys(scripts)).toContain(name);
  });
});
