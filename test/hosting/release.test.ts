import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { checkVersion, MANIFESTS, notesOf, released, withImage } from '../../scripts/release.ts';
import { VERSION } from '../../src/lib/version.ts';
import { startWorld } from '../world/world.ts';

const RELEASE = fileURLToPath(new URL('../../scripts/release.ts', import.meta.url));
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0 – 2026-01-02\n\nThe first.\n';

describe('a release', () => {
  it('puts what was unreleased under the version', () => {
    const text = released(CHANGELOG, '1.1.0', '2026-03-04');
    expect(text).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.1.0 – 2026-03-04\n\n- New.\n\n## 1.0.0 – 2026-01-02\n\nThe first.\n',
    );
    expect(() => released(text, '1.2.0', '2026-03-05')).toThrow('says nothing');
  });

  it('of a version that was written and never released says what is new since, too', () => {
    const text = released(CHANGELOG, '1.0.0', '2026-03-04');
    expect(text).toBe('# Changelog\n\n## Unreleased\n\n## 1.0.0 – 2026-03-04\n\n- New.\n\nThe first.\n');
    expect(released(text, '1.0.0', '2026-03-04')).toBe(text);
    expect(released(text.replace('## Unreleased\n\n', ''), '1.0.0', '2026-03-04')).toBe(text);
  });

  it.each(['0.9.9', '1.0', 'v2.0.0', '2.0.0-beta'])('refuses %s after 1.0.0', (version) => {
    expect(() => {
      checkVersion('1.0.0', version);
    }).toThrow(/no version|older/);
  });

  it.each(['1.0.0', '1.0.1', '1.1.0', '2.0.0', '10.0.0'])('may be %s after 1.0.0', (version) => {
    expect(() => {
      checkVersion('1.0.0', version);
    }).not.toThrow();
  });

  it('is committed and tagged, the first one and the next, and none of them twice', () => {
    const around = mkdtempSync(join(tmpdir(), 'easel-release-'));
    onTestFinished(() => {
      rmSync(around, { recursive: true });
    });
    const folder = join(around, 'repository');
    mkdirSync(folder);
    const who = { NAME: 'Easel', EMAIL: 'easel@example.com' };
    const env = { ...process.env };
    for (const [name, value] of Object.entries(who))
      for (const role of ['AUTHOR', 'COMMITTER']) env[`GIT_${role}_${name}`] = value;
    const inFolder = { cwd: folder, env };
    const git = (...args: string[]) => execFileSync('git', args, inFolder).toString();
    const write = (file: string, text: string) => {
      writeFileSync(join(folder, file), text);
    };
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    const program = join(around, 'release.js');
    const { module, target } = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
    const { outputText } = ts.transpileModule(readFileSync(RELEASE, 'utf8'), {
      compilerOptions: { module, target },
    });
    writeFileSync(program, outputText);
    writeFileSync(join(around, 'package.json'), '{"type":"module"}');
    const release = (...args: string[]) => {
      const { status, stderr } = spawnSync(process.execPath, [program, ...args], inFolder);
      return status === 0 ? 'released' : stderr.toString().trim();
    };
    const packages = '{"":{"name":"easel","version":"1.0.0"}}';
    write('CHANGELOG.md', CHANGELOG);
    const scripts = { check: 'exit 0', test: 'exit 0', fuzz: 'echo' };
    const manifest = { name: 'easel', version: '1.0.0', scripts };
    write('package.json', JSON.stringify(manifest));
    expect(release('1.0.0')).toContain('package.json has no "homepage"');
    write('package.json', JSON.stringify({ ...manifest, homepage: 'https://easel.example' }));
    write(
      'package-lock.json',
      `{"name":"easel","version":"1.0.0","lockfileVersion":3,"packages":${packages}}`,
    );
    write('.gitignore', 'node_modules/');
    mkdirSync(join(folder, 'deploy/kubernetes'), { recursive: true });
    for (const file of MANIFESTS) write(file, 'image: ghcr.io/your-name/easel:1.0\n');
    git('init', '--quiet');
    expect(release('1.0.0')).toBe('There are uncommitted changes.');
    git('add', '.');
    git('commit', '--quiet', '--message', 'feat: all of it');

    expect(release('1.0.0', '--dry-run')).toBe('released');
    expect(git('tag')).toBe('');
    expect(release('1.0.0')).toBe('released');
    expect(release('1.0.0')).toBe('There is a tag v1.0.0.');
    expect(release('1.1.0')).toContain('says nothing under "## Unreleased"');

    write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased', '## Unreleased\n\n- Newer.'));
    git('commit', '--quiet', '--all', '--message', 'docs: newer');
    expect(release('1.1.0')).toBe('released');
    expect(git('tag')).toBe('v1.0.0\nv1.1.0\n');
    expect(git('status', '--porcelain')).toBe('');
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.1.0' });
    expect(notesOf(read('CHANGELOG.md'), '## 1.1.0')).toBe('- Newer.\n');
    for (const file of MANIFESTS) expect(read(file)).toBe('image: ghcr.io/your-name/easel:1.1\n');
  });

  it.each(MANIFESTS)('is the one that %s names', (file) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/ghcr\.io\/\S+\/easel:/);
    expect(withImage(text, VERSION)).toBe(text);
  });

  it('has notes of the present version', () => {
    expect(notesOf(readFileSync('CHANGELOG.md', 'utf8'), `## ${VERSION}`)).not.toBe('');
  });
});

test('/help, the log and /metrics tell which Easel runs', async () => {
  const world = await startWorld();
  const { discord } = world;
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+/);
  const { message } = await discord
    .as(discord.world.member.id)
    .slash(discord.world.atelier.channelId, 'help');
  expect(message?.embeds[0]?.footer?.text).toBe(`Easel ${VERSION}`);
  expect(world.log.find((line) => line.includes('Easel is ready'))).toContain(`"version":"${VERSION}"`);
  const metrics = await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`);
  expect(await metrics.text()).toContain(`easel_build_info{version="${VERSION}"`);
});
