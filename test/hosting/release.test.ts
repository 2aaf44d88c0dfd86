import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { checkVersion, notesOf, released } from '../../scripts/release.ts';
import { VERSION } from '../../src/lib/version.ts';
import { startWorld } from '../world/world.ts';

const TSX = import.meta.resolve('tsx');
const RELEASE = fileURLToPath(new URL('../../scripts/release.ts', import.meta.url));
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0 – 2026-01-02\n\nThe first.\n';

describe('a release', () => {
  it('puts what was unreleased under the version', () => {
    const text = released(CHANGELOG, '1.1.0', '2026-03-04');
    expect(notesOf(text, '## 1.1.0')).toBe('- New.\n');
    expect(notesOf(text, '## 1.0.0')).toBe('The first.\n');
    expect(() => notesOf(text, '## Unreleased')).toThrow('says nothing');
    expect(() => released(text, '1.2.0', '2026-03-05')).toThrow('says nothing');
  });

  it.each(['1.0.0', '0.9.9', '1.0', 'v2.0.0', '2.0.0-beta'])('refuses %s after 1.0.0', (version) => {
    expect(() => {
      checkVersion('1.0.0', version);
    }).toThrow(/no version|not newer/);
  });

  it.each(['1.0.1', '1.1.0', '2.0.0', '10.0.0'])('may be %s after 1.0.0', (version) => {
    expect(() => {
      checkVersion('1.0.0', version);
    }).not.toThrow();
  });

  it('says beforehand what it would do, and does nothing of it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-release-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    execFileSync('git', ['init', '--quiet', folder]);
    writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG);
    writeFileSync(join(folder, 'package.json'), '{"version":"1.0.0"}');
    const inFolder = { cwd: folder };
    const args = ['--import', TSX, RELEASE];
    const said = execFileSync(process.execPath, [...args, '1.1.0', '--dry-run'], inFolder).toString();
    expect(said).toContain('Would release 1.1.0 after 1.0.0:\n\n- New.\n');
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(CHANGELOG);
    expect(spawnSync(process.execPath, args, inFolder).status).toBe(1);
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
