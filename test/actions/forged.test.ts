import { expect, test } from 'vitest';
import { Permission, type InteractionResult, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { actions } from '../../src/commands/index.ts';
import { forgeClick, forgeModal } from '../world/forging.ts';
import { customIdOf, expectAnswer, expectPictures, expectText, shownIn } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { openPanel } from '../world/admin-panels.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectLogged, expectOpenJobs, pollsOf } from '../world/asking.ts';
import { deleteBy, finishedCard, waitUntilHeard } from './cards.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';

/** Every cell of the table is one interaction or two, on machines that have other work as well. */
const LONG_MS = 180_000;
const PROMPT = 'a secret fox —ar16:9 in the snow';
const NOT_KEPT = errorText('job-not-found');
const NOT_YOURS = errorText('not-yours');
const MISSING = 'You need the';

type Subject = Record<'public' | 'private', { jobId: string; card: string }>;

const jobIdIn = (message: Message, action: string): string => customIdOf(message, action).split(':')[1] ?? '';

const jobActions = actions.filter(({ may }) => may.subject === 'job').map(({ name }) => name);

/** A job of each visibility in each state in which one of the actions would do something. */
const subjects = async (world: World): Promise<Record<'done' | 'late' | 'waiting', Subject>> => {
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  const ask = async (isPrivate: boolean, part: string, command = 'gen') => {
    const options = { prompt: PROMPT, private: isPrivate, ...(command === 'imagine' && { timeout: 300 }) };
    const { message } = await discord.as(member.id).slash(atelier.channelId, command, options);
    const shown = await expectText(discord, message?.id ?? '', part);
    return { card: shown.id, message: shown };
  };
  const both = async (make: (isPrivate: boolean) => Promise<{ card: string; jobId: string }>) => ({
    public: await make(false),
    private: await make(true),
  });
  // The service says nothing of them until their time is over.
  const silence = service.faults.order({ kind: 'missing-items', times: Infinity });
  const late = await both((isPrivate) =>
    ask(isPrivate, ENGLISH.card.painting(''), 'imagine').then(({ card }) => ({ card, jobId: '' })),
  );
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(6 * MINUTE_MS + 1_000);
  for (const one of [late.public, late.private]) {
    one.jobId = jobIdIn(await expectText(discord, one.card, ENGLISH.card.timedOut.title), 'check-again');
  }
  silence.remove();
  const done = await both(async (isPrivate) => {
    const { id, jobId } = await finishedCard(world, { options: { prompt: PROMPT, private: isPrivate } });
    return { card: id, jobId };
  });
  await expectOpenJobs(world, 0);
  service.faults.order({ kind: 'rate-limit', retryAfter: 3_600, times: 100, operation: 'gen.submit' });
  const waiting = await both(async (isPrivate) => {
    const { card, message } = await ask(isPrivate, 'Waiting');
    // The first is refused, and from then on nothing is sent: each card says so, and changes no more.
    await expectLogged(world, 'a submission failed');
    await expectText(discord, card, ENGLISH.card.waitsBecause.busy);
    return { card, jobId: jobIdIn(message, 'stop') };
  });
  return { done, late, waiting };
};

const SUBJECT_OF: Partial<Record<string, 'late' | 'waiting'>> = {
  'check-again': 'late',
  stop: 'waiting',
  refresh: 'waiting',
  'show-here': 'waiting',
};

/** `rights-table.test.ts` decides who may do what; these are attempts of other people, and where they make them. */
const REFUSED = {
  /** A person who sees the public card, on a message of their own in the same channel. */
  there: {
    public: new Set<string>([
      ...(['check-again', 'publish', 'try-again', 'show-here', 'refresh', 'stop', 'delete'] as const),
      ...(['delete-here', 'delete-card', 'log-delete'] as const),
    ]),
    private: new Set(jobActions),
  },
  elsewhere: { public: new Set(jobActions), private: new Set(jobActions) },
};

test(
  'nobody reaches with a forged custom id what is not theirs, from wherever they send it',
  async () => {
    const world = await startWorld({ isHurried: true });
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
    await waitUntilHeard(world);
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
      const message = await expectAnswer(discord, answer);
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
          const id = `${name}:${jobId}:1`;
          const told = await toldBy(where, await forgeClick(person, messageId, id), person.id);
          if (actions.find((action) => action.name === name)?.form) {
            const form = await forgeModal(person, messageId, id, { prompt: 'another request' });
            expect(await toldBy(where, form, person.id), where).toBe(`${told}\n> another request`);
          }
          // People who may not know of the job get the same answer as if there were none.
          if (visibility === 'private' || place !== 'the same channel')
            expect(told, where).toMatch(name === 'log-delete' && person.id !== admin.id ? MISSING : NOT_KEPT);
        }
      }
    }
    await waitUntilHeard(world);
    expect(standOf()).toEqual(before);
  },
  LONG_MS,
);

test('no card is changed or deleted in the name of another job', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, secondMember, admin } = discord.world;
  const theirs = await finishedCard(world);
  const mine = await finishedCard(world, { personId: secondMember.id });
  const before = shownIn(world, theirs.id);
  const person = discord.as(secondMember.id);
  for (const answer of [
    await forgeClick(person, theirs.id, customId('delete', mine.jobId)),
    await forgeClick(person, theirs.id, customId('delete-here', mine.jobId)),
    await forgeClick(person, theirs.id, customId('delete-card', mine.jobId)),
    await forgeClick(person, theirs.id, customId('refresh', mine.jobId)),
    await forgeClick(person, theirs.id, customId('check-again', mine.jobId)),
    // Not even by who may delete both: they are asked about the one, and mean that.
    await forgeClick(discord.as(admin.id), theirs.id, customId('delete-here', mine.jobId)),
  ]) {
    const message = await expectAnswer(discord, answer);
    expect(message.ephemeralTo).not.toBeNull();
    expect(message.content).toContain(NOT_KEPT);
  }
  expect(shownIn(world, theirs.id)).toEqual(before);
  expect(discord.message(mine.id)).toBeDefined();
  await deleteBy(world, member.id, theirs.id);
});

test('who may manage messages in one channel alone deletes and stops nothing in another', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const { id } = secondMember;
  const allow = Permission.ManageMessages;
  discord.setOverwrite(atelier.secondChannelId, { id, type: 'member', allow, deny: 0n });
  const card = await finishedCard(world);
  const { message } = await discord.as(id).slash(atelier.secondChannelId, 'help');
  for (const name of ['delete', 'stop'] as const) {
    const answer = await forgeClick(discord.as(id), message?.id ?? '', customId(name, card.jobId));
    expect(answer.modal).toBeUndefined();
    expect((await expectAnswer(discord, answer)).content).toContain(NOT_KEPT);
  }
  await expectPictures(discord, card.id, 4);
});

test('a forged button whose id is left out is answered, and no error of Easel', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { id } = await finishedCard(world);
  const panel = (await openPanel(world, 'limits')).id;
  for (const { name } of actions)
    for (const message of [id, panel])
      await forgeClick(discord.as(discord.world.admin.id), message, customId(name));
  expect(world.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
