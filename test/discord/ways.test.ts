import { expect, test } from 'vitest';
import { nextWay, type Way } from '../../src/discord/delivery/ways.ts';
import type { DiscordFailureKind } from '../../src/discord/failures.ts';

const TABLE: readonly (readonly [DiscordFailureKind, withPictures: Record<Way, Way | undefined>])[] = [
  ['refused', { uploaded: 'wordless', wordless: 'linked', linked: 'plain', plain: undefined }],
  ['too-large', { uploaded: 'linked', wordless: 'linked', linked: 'plain', plain: undefined }],
  ['picture-refused', { uploaded: 'linked', wordless: 'linked', linked: 'plain', plain: undefined }],
  ['no-permission', { uploaded: 'linked', wordless: 'linked', linked: 'plain', plain: undefined }],
  ...(['no-access', 'gone', 'token-dead', 'closed', 'answered', 'retryable'] as const).map(
    (kind) =>
      [kind, { uploaded: undefined, wordless: undefined, linked: undefined, plain: undefined }] as const,
  ),
];

test.each(TABLE)('after a result that is %s, the next way to show it is tried', (kind, next) => {
  for (const way of ['uploaded', 'wordless', 'linked', 'plain'] as const)
    expect(nextWay(way, kind, true), way).toBe(next[way]);
});

test('a card without pictures goes from its words to none, and to a plain text', () => {
  expect(nextWay('uploaded', 'refused', false)).toBe('wordless');
  expect(nextWay('wordless', 'refused', false)).toBe('plain');
  expect(nextWay('uploaded', 'no-permission', false)).toBe('plain');
});
