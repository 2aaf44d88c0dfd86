import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';

// No container engine runs where these tests do: what is tried is whether Easel accepts what the files hand it.

const REQUIRED = { DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'https://images.example' };
/** The variables that most people set, each of which can also be given as the name of a file: `NAME_FILE`. */
const VARIABLES = new Set(readFileSync('.env.example', 'utf8').match(/(?<=^#?)[A-Z_]+(?==)/gm));

describe('the Dockerfile', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');

  it('copies only what the build is told of, and what is there', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).+$/gm) ?? [];
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources]) => sources?.split(' ') ?? [],
    );
    expect(new Set(copied)).toEqual(new Set(allowed));
  });

  it('sets what the program takes', () => {
    const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
    const env = Object.fromEntries(
      [...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(readConfig({ ...env, ...REQUIRED })).toMatchObject({ dataDir: '/data', httpPort: 8_080 });
  });
});

const composeSchema = z.object({
  services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()) })),
});

test.each(['compose.yaml', 'compose.scale.yaml'])('%s configures Easel so that it starts', (file) => {
  const { services } = composeSchema.parse(parse(readFileSync(file, 'utf8'), { merge: true }));
  const easels = Object.entries(services).filter(([name]) => name.startsWith('easel'));
  expect(easels.length).toBeGreaterThan(0);
  const key = Buffer.alloc(32).toString('base64');
  for (const [, { environment }] of easels) {
    const env = Object.entries(environment).map(([name, value]): [string, string] => [
      name,
      value
        .replaceAll(/\$\{ENCRYPTION_KEY:[^}]*\}/g, key)
        .replaceAll(/\$\{POSTGRES_PASSWORD:[^}]*\}/g, 'secret'),
    ]);
    expect(readConfig({ ...Object.fromEntries(env), ...REQUIRED }).httpHost).toBe('0.0.0.0');
  }
});

describe.each(['easel.yaml', 'easel-scale.yaml'])('deploy/kubernetes/%s', (file) => {
  const text = readFileSync(`deploy/kubernetes/${file}`, 'utf8');

  it('sets variables that the example has', () => {
    const [config] = parseAllDocuments(text);
    const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(config?.toJS());
    for (const name of Object.keys(data)) expect(VARIABLES).toContain(name.replace(/_FILE$/, ''));
  });

  it('needs no more secrets than it tells to make', () => {
    const made = [...text.matchAll(/^#.*$/gm)]
      .filter(([line]) => !line.includes('To pay for everybody'))
      .flatMap(([line]) => [...line.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name]) => name));
    const needed = [...text.matchAll(/^  ([A-Z_]+)_FILE: /gm)].map(([, name]) => name);
    expect(needed.sort()).toEqual(made.sort());
    for (const [, reference] of text.matchAll(/secretKeyRef: \{(.*)\}/g))
      expect(reference).toContain('optional: true');
  });

  it('lets a standby live, and looks for nothing that only Discord can mend', () => {
    expect(text).toMatch(/livenessProbe:\n\s+httpGet: \{ path: \/metrics/);
    expect(text).toMatch(/startupProbe:\n\s+httpGet: \{ path: \/metrics/);
    expect(text.match(/path: \/readyz/g)).toHaveLength(1);
  });
});

test('publishing waits for checks that it does not cancel', () => {
  const groupOf = (file: string) =>
    z
      .object({ concurrency: z.object({ group: z.string() }) })
      .parse(parse(readFileSync(`.github/workflows/${file}`, 'utf8'))).concurrency.group;
  const [check, publish] = [groupOf('check.yml'), groupOf('publish.yml')];
  expect(check).not.toBe(publish);
  // In a workflow that is called, it is the caller's.
  expect(`${check} ${publish}`).not.toContain('github.workflow');
});

describe('deploy/systemd/easel.service', () => {
  const unit = readFileSync('deploy/systemd/easel.service', 'utf8');
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  it.skipIf(!hasSystemd)('is a unit that systemd takes (skipped without systemd-analyze)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-unit-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'easel.service');
    // Where Node is differs from machine to machine, and systemd looks whether it is there.
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', path]);
    expect({ status, said: `${stdout.toString()}${stderr.toString()}` }).toEqual({ status: 0, said: '' });
  });

  it('hands each secret over as a credential whose file Easel reads', () => {
    const credentials = [...unit.matchAll(/^#?LoadCredential=([\w-]+):/gm)].map(([, name = '']) => name);
    const read = [...unit.matchAll(/^#?Environment=([A-Z_]+)_FILE=%d\/([\w-]+)$/gm)];
    expect(read.map(([, , credential]) => credential)).toEqual(credentials);
    for (const [, name = ''] of read) expect(VARIABLES).toContain(name);
  });
});
