import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { checkVersion, notesOf, released } from '../../scripts/release.ts';
import { VERSION } from '../../src/lib/version.ts';
import { startWorld } from '../world/world.ts';

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
    const before = readFileSync('package.json', 'utf8');
    const args = ['--import', 'tsx', 'scripts/release.ts', '999.0.0', '--dry-run'];
    expect(execFileSync(process.execPath, args).toString()).toContain('Would release 999.0.0');
    expect(readFileSync('package.json', 'utf8')).toBe(before);
    expect(spawnSync(process.execPath, ['--import', 'tsx', 'scripts/release.ts']).status).toBe(1);
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
