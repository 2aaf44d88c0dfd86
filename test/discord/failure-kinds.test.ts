import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import texts from '../../sandbox/discord/errors.json' with { type: 'json' };
import { failureKind, type DiscordFailureKind } from '../../src/discord/failures.ts';

/** What comes of each code that the stand-in knows; `refused`: something else may be taken, or Easel asks for no such thing. */
const KINDS: Record<keyof typeof texts.faults, DiscordFailureKind> = {
  unauthorized: 'retryable',
  unknownApplication: 'refused',
  unknownChannel: 'gone',
  unknownGuild: 'gone',
  unknownMember: 'gone',
  unknownMessage: 'gone',
  unknownUser: 'closed',
  unknownEmoji: 'refused',
  unknownWebhook: 'token-dead',
  unknownInteraction: 'token-dead',
  tooManyReactions: 'refused',
  tooManyAttachments: 'refused',
  requestTooLarge: 'too-large',
  alreadyAcknowledged: 'answered',
  tooManyFollowUps: 'refused',
  missingAccess: 'no-access',
  authoredByAnother: 'refused',
  emptyMessage: 'refused',
  cannotMessageUser: 'closed',
  missingPermissions: 'no-permission',
  wrongInDirectMessages: 'refused',
  invalidWebhookToken: 'token-dead',
  threadArchived: 'no-access',
  invalidJson: 'refused',
  entryPointLeftOut: 'refused',
  replyNeedsHistory: 'refused',
  threadLocked: 'no-access',
};

test('each code with which Discord turns a request down has its place', () => {
  const kinds = Object.entries(texts.faults).map(([name, { status, code, message }]) => {
    const error = new DiscordAPIError({ code, message }, code, status, 'GET', 'https://discord.example', {});
    return [name, failureKind(error)];
  });
  expect(Object.fromEntries(kinds)).toEqual(KINDS);
});
