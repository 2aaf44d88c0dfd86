import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import type { InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { actions } from '../../src/commands/actions/index.ts';
import { RIGHTS } from '../../src/commands/actions/rights-table.ts';
import type { ActionName } from '../../src/commands/actions/rights-table.ts';
import { pollsOf, untilOpenJobs } from '../world/asking.ts';
import { pictures, startWorld, text, textOf } from '../world/world.ts';
import type { World } from '../world/world.ts';
import { buttonOf, finishedCard, heard, settled } from './cards.ts';

/** Every cell of the table is one interaction or two, on machines that have other work as well. */
const LONG_MS = 180_000;
const MINUTE_MS = 60_000;
/** Who is refused is the question here, not how fast: hundreds of answers must not hang on Discord's three seconds. */
const PATIENT = { answerWithinMs: MINUTE_MS };
const PROMPT = 'a secret fox —ar16:9 in the snow';
const NOT_KEPT = 'no longer kept';
const NOT_YOURS = 'Only the person who asked';
const MISSING = 'needs the permission';

type Subject = Record<'public' | 'private', { jobId: string; card: string }>;

const jobIdIn = (message: Message, action: string): string => buttonOf(message, action).split(':')[1] ?? '';

/** What a message is, but for what changes by itself: the signatures of its links, and a place in the queue. */
const shownIn = ({ discord }: World, id: string) => {
  const message = discord.message(id);
  if (!message) return undefined;
  const { content, embeds, components, ephemeralTo } = message;
  return { content, embeds: embeds.length, components, ephemeralTo, prompt: textOf(message).split('> ')[1] };
};

const withForms = new Set(actions.flatMap(({ name, form }) => (form ? [name] : [])));

/** A job of each visibility in each state in which one of the actions would do something. */
const subjects = async (world: World): Promise<Record<'done' | 'late' | 'waiting', Subject>> => {
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  const ask = async (isPrivate: boolean, part: string) => {
    const options = { prompt: PROMPT, private: isPrivate };
    const { message } = await discord.as(member.id).slash(atelier.channelId, 'gen', options);
    const shown = await text(discord, message?.id ?? '', part);
    return { card: shown.id, message: shown };
  };
  const both = async (make: (isPrivate: boolean) => Promise<{ card: string; jobId: string }>) => ({
    public: await make(false),
    private: await make(true),
  });
  service.planTasks({ family: 'gen', durationMs: 60 * MINUTE_MS }, 2);
  const late = await both((isPrivate) =>
    ask(isPrivate, 'Painting').then(({ card }) => ({ card, jobId: '' })),
  );
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll', timeoutMs: 10_000 });
  clock.advance(5 * MINUTE_MS + 1_000);
  for (const one of [late.public, late.private]) {
    one.jobId = jobIdIn(await text(discord, one.card, 'Not done in time'), 'ask-again');
  }
  const done = await both(async (isPrivate) => {
    const { id, jobId } = await finishedCard(world, { options: { prompt: PROMPT, private: isPrivate } });
    return { card: id, jobId };
  });
  await untilOpenJobs(world, 0);
  service.faults.order({ kind: 'rate-limit', retryAfter: 3_600, times: 100, operation: 'gen.submit' });
  const waiting = await both(async (isPrivate) => {
    const { card, message } = await ask(isPrivate, 'Waiting');
    return { card, jobId: jobIdIn(message, 'stop') };
  });
  return { done, late, waiting };
};

const SUBJECT_OF: Partial<Record<ActionName, 'late' | 'waiting'>> = {
  'ask-again': 'late',
  stop: 'waiting',
  show: 'waiting',
  fetch: 'waiting',
};

const jobActions = (Object.keys(RIGHTS) as ActionName[]).filter((name) => RIGHTS[name].subject === 'job');

/** What may be done by whom is decided in `rights-table.test.ts`; here is what of it nobody else may, and where. */
const REFUSED = {
  /** Somebody who sees the public card, on a message of their own in the same channel. */
  there: {
    public: new Set<ActionName>([
      ...(['ask-again', 'publish', 'try-again', 'use-corrected', 'fetch', 'show', 'stop', 'delete'] as const),
      'log-delete',
    ]),
    private: new Set(jobActions),
  },
  elsewhere: { public: new Set(jobActions), private: new Set(jobActions) },
};

test(
  'nobody reaches with a forged custom id what is not theirs, from wherever they send it',
  async () => {
    const world = await startWorld({ env: { GEN_DEADLINE_S: '300' }, discord: PATIENT });
    const { discord, service } = world;
    const { atelier, gallery, secondMember, admin } = discord.world;
    const all = await subjects(world);
    const own = async (personId: string, channelId: string) => {
      const { message } = await discord.as(personId).slash(channelId, 'help');
      return { person: discord.as(personId), messageId: message?.id ?? '' };
    };
    const from = {
      'the same channel': { ...(await own(secondMember.id, atelier.channelId)), refused: REFUSED.there },
      'another channel': {
        ...(await own(secondMember.id, atelier.secondChannelId)),
        refused: REFUSED.elsewhere,
      },
      'another server': { ...(await own(secondMember.id, gallery.channelId)), refused: REFUSED.elsewhere },
      'another server, as its admin': {
        ...(await own(admin.id, gallery.channelId)),
        refused: REFUSED.elsewhere,
      },
      'direct messages': {
        ...(await own(secondMember.id, secondMember.directChannelId)),
        refused: REFUSED.elsewhere,
      },
    };
    await heard(world);
    const cards = Object.values(all).flatMap(({ public: one, private: other }) => [one.card, other.card]);
    const standOf = () => ({
      cards: cards.map((id) => shownIn(world, id)),
      submissions: service.submissions.length,
      inChannels: [atelier, gallery].map(
        ({ channelId }) =>
          discord.messagesIn(channelId).filter(({ ephemeralTo }) => ephemeralTo === null).length,
      ),
      inDirectMessages: discord
        .messagesIn(secondMember.directChannelId)
        .filter(({ ephemeralTo }) => ephemeralTo === null).length,
    });
    const before = standOf();
    const addresses = service.tasks.flatMap(({ pictureUrls }) => pictureUrls);
    const toldBy = async (where: string, answer: InteractionResult, personId: string) => {
      const message = await settled(discord, answer);
      expect(answer.modal, where).toBeUndefined();
      expect(message.ephemeralTo, where).toBe(personId);
      const said = JSON.stringify(message);
      expect(said, where).toMatch(new RegExp(`${NOT_KEPT}|${NOT_YOURS}|${MISSING}`));
      for (const secret of ['secret fox', ...addresses, 'attachments/'])
        expect(said, where).not.toContain(secret);
      return message.content;
    };
    for (const [place, { person, messageId, refused }] of Object.entries(from)) {
      for (const visibility of ['public', 'private'] as const) {
        for (const name of refused[visibility]) {
          const { jobId } = all[SUBJECT_OF[name] ?? 'done'][visibility];
          const where = `${name} of a ${visibility} job from ${place}`;
          const customId = `${name}:${jobId}:1`;
          const told = await toldBy(where, await person.forgeClick(messageId, customId), person.id);
          if (withForms.has(name)) {
            const form = await person.forgeModal(messageId, customId, { prompt: 'another wish' });
            expect(await toldBy(where, form, person.id), where).toBe(told);
          }
          // Who may not know of the job is told what they would be told if there were none.
          if (visibility === 'private' || place !== 'the same channel')
            expect(told, where).toMatch(name === 'log-delete' && person.id !== admin.id ? MISSING : NOT_KEPT);
        }
      }
    }
    await heard(world);
    expect(standOf()).toEqual(before);
  },
  LONG_MS,
);

test('no card is changed or deleted in the name of another job', async () => {
  const world = await startWorld({ discord: PATIENT });
  const { discord } = world;
  const { member, secondMember, admin } = discord.world;
  const theirs = await finishedCard(world);
  const mine = await finishedCard(world, { personId: secondMember.id });
  const before = shownIn(world, theirs.id);
  const person = discord.as(secondMember.id);
  for (const answer of [
    await person.forgeModal(theirs.id, `delete:${mine.jobId}`),
    await person.forgeClick(theirs.id, `show:${mine.jobId}`),
    await person.forgeClick(theirs.id, `ask-again:${mine.jobId}`),
    // Not even by who may delete both: they are asked about the one, and mean that.
    await discord.as(admin.id).forgeModal(theirs.id, `delete:${mine.jobId}`),
  ]) {
    const message = await settled(discord, answer);
    expect(message.ephemeralTo).not.toBeNull();
    expect(message.content).toContain(NOT_KEPT);
  }
  expect(shownIn(world, theirs.id)).toEqual(before);
  expect(discord.message(mine.id)).toBeDefined();
  const { modal } = await discord.as(member.id).click(theirs.id, buttonOf(theirs.message, 'delete'));
  await discord.as(member.id).submitModal(modal!);
  await discord.until(() => !discord.message(theirs.id), { what: 'the card to go' });
}, 60_000);

const PANELS: readonly [string, string[]?][] = [
  ['defaults:own'],
  ['default:mode', ['fast']],
  ['preset:own', ['nothing']],
  ['preset-delete:nothing'],
  ['history:all:1'],
  ['usage-show:own'],
  ['erase-data:mine'],
  ['remove-key:here'],
  ['settings-page:pictures'],
  ['settings:size', ['4K']],
  ['limits-clear:panel'],
  ['limits-exempt:panel', []],
];

test("nobody's card becomes somebody else's panel, and nothing is decided on it", async () => {
  const world = await startWorld({ discord: PATIENT });
  const { discord } = world;
  const { admin } = discord.world;
  const card = await finishedCard(world);
  const before = shownIn(world, card.id);
  for (const [customId, values] of PANELS) {
    const answer = await discord.as(admin.id).forgeClick(card.id, customId, values);
    const message = await settled(discord, answer);
    expect(message.ephemeralTo, customId).toBe(admin.id);
    expect(message.content, customId).toContain('type it again');
  }
  expect(shownIn(world, card.id)).toEqual(before);
});

test('the counts of a server are for who manages it, whatever the custom id says', async () => {
  const world = await startWorld({ discord: PATIENT });
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  await finishedCard(world);
  const { message } = await discord.as(secondMember.id).slash(atelier.channelId, 'help');
  for (const customId of ['usage-file:csv', 'usage-file:own', 'usage-show:all']) {
    const answer = await discord.as(secondMember.id).forgeClick(message?.id ?? '', customId);
    const told = await settled(discord, answer);
    expect(told.content, customId).toContain('Manage Server');
    expect(told.attachments, customId).toEqual([]);
  }
});

test('a form that was opened for one person is no good to another', async () => {
  const world = await startWorld({ discord: PATIENT });
  const { discord, service } = world;
  const { atelier, member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const { modal } = await discord.as(member.id).menu(atelier.channelId, 'Edit this picture', card.id);
  const { message } = await discord.as(secondMember.id).slash(atelier.channelId, 'help');
  const answer = await discord
    .as(secondMember.id)
    .forgeModal(message?.id ?? '', modal?.customId ?? '', { prompt: 'mine now' });
  expect((await settled(discord, answer)).content).toContain(NOT_KEPT);
  expect(service.submissions).toHaveLength(1);
});

test('who may manage messages in one channel alone deletes and stops nothing in another', async () => {
  const world = await startWorld({ discord: PATIENT });
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const { id } = secondMember;
  const allow = Permission.ManageMessages;
  discord.setOverwrite(atelier.secondChannelId, { id, type: 'member', allow, deny: 0n });
  const card = await finishedCard(world);
  const { message } = await discord.as(id).slash(atelier.secondChannelId, 'help');
  for (const name of ['delete', 'stop']) {
    const answer = await discord.as(id).forgeClick(message?.id ?? '', `${name}:${card.jobId}`);
    expect(answer.modal).toBeUndefined();
    expect((await settled(discord, answer)).content).toContain(NOT_KEPT);
  }
  await pictures(discord, card.id, 4);
});
