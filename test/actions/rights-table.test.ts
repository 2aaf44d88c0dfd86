import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { actions } from '../../src/commands/index.ts';
import { ACTION_NAMES } from '../../src/messages/action-names.ts';
import { jobVerdict } from '../../src/commands/framework/run-action.ts';
import type { JobRight } from '../../src/commands/framework/may.ts';
import { customId } from '../../src/messages/custom-id.ts';
import type { Invocation } from '../../src/commands/framework/invocation.ts';
import type { Job } from '../../src/services/jobs/job.ts';
import { ACCEPTED } from '../world/job.ts';

const OWNER = 'owner';
const POSTER = 'poster';
const [SERVER, OTHER_SERVER] = ['server', 'other server'];
const [CHANNEL, OTHER_CHANNEL, FAR_CHANNEL, DM] = ['channel', 'other channel', 'far channel', 'dm'];
const CARD = 'card';

const job = (ephemeral: boolean): Job => ({
  ...ACCEPTED,
  personId: OWNER,
  guildId: SERVER,
  target: {
    ...ACCEPTED.target,
    channelId: CHANNEL,
    guildId: SERVER,
    messageId: CARD,
    ephemeral,
    channelRoute: !ephemeral,
  },
  state: 'succeeded',
  endedAt: 2,
  delivery: 'done',
  result: { pictureUrls: [] },
});

const at = (
  personId: string,
  channelId: string,
  guildId: string | undefined,
  {
    permissions = 0n,
    message = 'own',
  }: { permissions?: bigint; message?: 'own' | 'card' | 'other' | 'post' } = {},
): Invocation => ({
  applicationId: 'easel',
  receivedAt: 0,
  personId,
  personPermissions: permissions,
  roleIds: [],
  locale: 'en-US',
  ...(guildId !== undefined && { guildId }),
  channelId,
  context: guildId === undefined ? 'bot-dm' : 'guild',
  botIsHere: true,
  botPermissions: 0n,
  attachmentLimitBytes: 1,
  inThread: false,
  message: {
    id: message === 'card' ? CARD : message,
    ephemeral: message === 'own',
    pictures: [],
    ...(message === 'post' && { askedBy: POSTER, customIds: [customId('delete', ACCEPTED.id)] }),
  },
});

const { ManageMessages: manageMessages, ManageGuild: manageGuild } = PermissionFlagsBits;

/**
 * Who sends a custom id, from where, and on which message: the card, their own private one, a posted picture, or another of
 * the bot's.
 */
const ROLES = {
  'owner, card': at(OWNER, CHANNEL, SERVER, { message: 'card' }),
  'owner, own message': at(OWNER, OTHER_CHANNEL, SERVER),
  'owner, other message': at(OWNER, CHANNEL, SERVER, { message: 'other' }),
  'owner, other server': at(OWNER, FAR_CHANNEL, OTHER_SERVER),
  'owner, direct messages': at(OWNER, DM, undefined),
  'member, card': at('member', CHANNEL, SERVER, { message: 'card' }),
  'member, same channel': at('member', CHANNEL, SERVER),
  'member, other channel': at('member', OTHER_CHANNEL, SERVER, { message: 'other' }),
  'member, direct messages': at('member', DM, undefined),
  'moderator, card': at('moderator', CHANNEL, SERVER, { message: 'card', permissions: manageMessages }),
  'moderator, same channel': at('moderator', CHANNEL, SERVER, { permissions: manageMessages }),
  'moderator, other channel': at('moderator', OTHER_CHANNEL, SERVER, { permissions: manageMessages }),
  'manager, same channel': at('manager', CHANNEL, SERVER, { permissions: manageGuild }),
  'manager, other channel': at('manager', OTHER_CHANNEL, SERVER, { permissions: manageGuild }),
  'administrator, other server': at('admin', FAR_CHANNEL, OTHER_SERVER, {
    permissions: PermissionFlagsBits.Administrator,
  }),
  'owner, post': at(OWNER, OTHER_CHANNEL, SERVER, { message: 'post' }),
  'poster, post': at(POSTER, OTHER_CHANNEL, SERVER, { message: 'post' }),
  'poster, other message': at(POSTER, OTHER_CHANNEL, SERVER, { message: 'other' }),
  'member, post': at('member', OTHER_CHANNEL, SERVER, { message: 'post' }),
  'moderator, post': at('moderator', OTHER_CHANNEL, SERVER, {
    message: 'post',
    permissions: manageMessages,
  }),
  stranger: at('stranger', FAR_CHANNEL, OTHER_SERVER),
} as const satisfies Record<string, Invocation>;
type Role = keyof typeof ROLES;

const OWNERS = [
  'owner, card',
  'owner, own message',
  'owner, other message',
  'owner, other server',
  'owner, direct messages',
  'owner, post',
] as const satisfies Role[];
/** Without the message that would be changed and is another person's. */
const OWNERS_ON_POSTS = OWNERS.filter((role) => role !== 'owner, other message');
const OWNERS_ON_THEIRS = OWNERS_ON_POSTS.filter((role) => role !== 'owner, post');
const OWNERS_ON_PANELS = [
  'owner, own message',
  'owner, other server',
  'owner, direct messages',
] as const satisfies Role[];
const THOSE_THERE = [
  ...OWNERS,
  'member, card',
  'member, same channel',
  'moderator, card',
  'moderator, same channel',
  'manager, same channel',
] as const satisfies Role[];
const BOTH_TO_ALL = { public: THOSE_THERE, private: OWNERS };
const OWNER_ALONE = { public: OWNERS, private: OWNERS };

/** Who may do what to a job, as it was decided. All else is refused. */
const ALLOWED: Partial<Record<string, { public: readonly Role[]; private: readonly Role[] }>> = {
  pick: BOTH_TO_ALL,
  'more-pictures': BOTH_TO_ALL,
  again: BOTH_TO_ALL,
  'edit-prompt': BOTH_TO_ALL,
  'edit-picture': BOTH_TO_ALL,
  vary: BOTH_TO_ALL,
  enlarge: BOTH_TO_ALL,
  post: BOTH_TO_ALL,
  details: BOTH_TO_ALL,
  download: BOTH_TO_ALL,
  repeat: BOTH_TO_ALL,
  'copy-for-support': BOTH_TO_ALL,
  'renew-references': BOTH_TO_ALL,
  'check-again': {
    public: [...OWNERS_ON_THEIRS, 'member, card', 'moderator, card'],
    private: OWNERS_ON_THEIRS,
  },
  publish: OWNER_ALONE,
  'try-again': OWNER_ALONE,
  'show-here': OWNER_ALONE,
  refresh: { public: OWNERS_ON_THEIRS, private: OWNERS_ON_THEIRS },
  notify: { public: OWNERS_ON_THEIRS, private: OWNERS_ON_THEIRS },
  stop: { public: [...OWNERS, 'moderator, card', 'moderator, same channel'], private: OWNERS },
  delete: {
    public: [...OWNERS_ON_POSTS, 'moderator, card', 'moderator, post', 'poster, post'],
    private: OWNERS_ON_POSTS,
  },
  'delete-here': {
    public: [...OWNERS_ON_POSTS, 'moderator, card', 'moderator, post', 'poster, post'],
    private: OWNERS_ON_POSTS,
  },
  'delete-card': {
    public: [
      ...OWNERS_ON_PANELS,
      'moderator, same channel',
      'moderator, other channel',
      'manager, same channel',
      'manager, other channel',
    ],
    private: OWNERS_ON_PANELS,
  },
  'delete-reason': {
    public: [
      'moderator, same channel',
      'moderator, other channel',
      'manager, same channel',
      'manager, other channel',
    ],
    private: [],
  },
  'log-delete': {
    public: [
      'moderator, card',
      'moderator, same channel',
      'moderator, other channel',
      'moderator, post',
      'manager, same channel',
      'manager, other channel',
    ],
    private: [],
  },
};

const jobRows = actions.flatMap(({ name, may }) => (may.subject === 'job' ? [{ name, right: may }] : []));
const rightOf = (name: string): JobRight => {
  const row = jobRows.find((one) => one.name === name);
  if (!row) throw new Error(`no action ${name}`);
  return row.right;
};

test('every job action was decided about', () => {
  expect(jobRows.map(({ name }) => name).toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test('each name that a custom id can have is that of one action', () => {
  expect(actions.map(({ name }) => name).toSorted()).toEqual(ACTION_NAMES.toSorted());
});

test.each(jobRows)('$name is for those alone for whom it was decided', ({ name, right }) => {
  for (const visibility of ['public', 'private'] as const) {
    const subject = job(visibility === 'private');
    const allowed = Object.entries(ROLES).flatMap(([role, invocation]) => {
      const jobOfMessage = invocation.message?.id === CARD ? subject : undefined;
      return jobVerdict(right, { job: subject, jobOfMessage, invocation }) === 'allowed' ? [role] : [];
    });
    expect(allowed.toSorted(), visibility).toEqual([...(ALLOWED[name]?.[visibility] ?? [])].toSorted());
  }
});

test.each(jobRows)('$name: who may not know of a job reads the same as if there were none', ({ right }) => {
  for (const [role, invocation] of Object.entries(ROLES)) {
    const none = jobVerdict(right, { job: undefined, jobOfMessage: undefined, invocation });
    const verdictOn = (ephemeral: boolean) =>
      jobVerdict(right, { job: job(ephemeral), jobOfMessage: undefined, invocation });
    if (invocation.personId === OWNER) continue;
    if (right.private.length > 0 || none === 'not-admin') expect(verdictOn(true), role).toBe(none);
    const isFar = invocation.guildId !== SERVER || role === 'member, other channel';
    if (isFar) expect(verdictOn(false), role).toBe(none);
  }
});

test('a card that was brought to another server is out of reach for the admins of the first', () => {
  const before = job(false);
  const moved = { ...before, target: { ...before.target, channelId: FAR_CHANNEL, guildId: OTHER_SERVER } };
  const invocation = ROLES['manager, other channel'];
  expect(jobVerdict(rightOf('log-delete'), { job: moved, jobOfMessage: undefined, invocation })).toBe(
    'hidden',
  );
});

test('a message that was once the card of a job, and still shows it, can be deleted by its owner', () => {
  const subject = job(false);
  const invocation = ROLES['owner, other message'];
  expect(jobVerdict(rightOf('delete'), { job: subject, jobOfMessage: subject, invocation })).toBe('allowed');
});
