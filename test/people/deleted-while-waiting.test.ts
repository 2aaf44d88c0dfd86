import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { deleteBy, finishedCard, type FinishedCard } from '../actions/cards.ts';
import {
  answerTo,
  expectAllClosed,
  expectSubmissions,
  postFrom,
  press,
  typeCommand,
} from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectAnswer, expectPictures, expectText, idOf } from '../world/messages.ts';
import { STORES } from '../storage/fresh-server.ts';
import { startWorld, type World, type WorldOptions } from '../world/world.ts';

const { title } = ENGLISH.card.failures['source-deleted'];

/** A card and one of its pictures, posted, and requests of all kinds that wait to be made of them. */
interface Scene {
  world: World;
  card: FinishedCard;
  copyId: string;
  ofCopy: string;
  ofCard: string[];
}

/** The image service takes nothing for a minute. */
const makeAllWait = async (options: WorldOptions = {}): Promise<Scene> => {
  const world = await startWorld(options);
  const { discord, service } = world;
  const { atelier, member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const large = await answerTo(world, card.message, '2');
  const copy = await postFrom(world, large);
  await expectAllClosed(world);
  service.faults.order({ kind: 'rate-limit', retryAfter: 60, operation: 'gen.submit' });
  const edit = async (messageId: string, personId: string) => {
    const { modal } = await discord.as(personId).menu(atelier.channelId, 'Edit this picture', messageId);
    if (!modal) throw new Error('there is no form');
    return idOf(await discord.as(personId).submitModal(modal, { prompt: 'draw it at night' }));
  };
  const combine = async () => {
    const panel = await expectAnswer(
      discord,
      await discord.as(member.id).menu(atelier.channelId, 'Use in Easel', card.id),
    );
    await press(discord, member.id, panel.id, ENGLISH.tray.addAll);
    const { modal } = await press(discord, member.id, panel.id, ENGLISH.tray.combine);
    if (!modal) throw new Error('there is no form');
    return idOf(await discord.as(member.id).submitModal(modal, { prompt: 'draw one of these' }));
  };
  const varied = idOf(await press(discord, member.id, large.id, 'Vary'));
  await expectSubmissions(world, 2);
  const started = await typeCommand(world, 'gen', { prompt: 'draw it in snow', start_from: 'last' });
  const ofCard = [
    varied,
    idOf(started),
    await combine(),
    await edit(card.id, member.id),
    await edit(card.id, secondMember.id),
  ];
  return { world, card, copyId: copy.id, ofCopy: await edit(copy.id, secondMember.id), ofCard };
};

const expectUnsent = async ({ discord }: World, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await expectText(discord, id, title);
};

/** The image service takes requests again. */
const letGo = ({ clock }: World): void => {
  clock.advance(2 * MINUTE_MS);
};

for (const { name, isThere, options } of STORES)
  describe.skipIf(!isThere)(name, () => {
    test('what waits to be made of a picture ends unpaid, at once and over a restart, when a moderator deletes it', async () => {
      const { world, card, ofCopy, ofCard } = await makeAllWait(await options());
      await deleteBy(world, world.discord.world.admin.id, card.id);
      await expectUnsent(world, [...ofCard, ofCopy]);
      await world.restart();
      letGo(world);
      await expectAllClosed(world);
      expect(world.service.tasks).toHaveLength(1);
    });

    test('what waits to be made of pictures of a person whose data the operator deletes ends unpaid', async () => {
      const { world, ofCopy, ofCard } = await makeAllWait(await options());
      const { discord } = world;
      const { admin, member } = discord.world;
      const panel = idOf(await typeCommand(world, 'help', {}, { personId: admin.id, place: 'direct' }));
      await press(discord, admin.id, panel, ENGLISH.operator.title);
      const { modal } = await press(discord, admin.id, panel, ENGLISH.operator.erase);
      if (!modal) throw new Error('there is no form');
      const asked = await expectAnswer(
        discord,
        await discord.as(admin.id).submitModal(modal, { person: member.id }),
      );
      await press(discord, admin.id, asked.id, ENGLISH.operator.erase);
      await expectUnsent(world, [...ofCard, ofCopy]);
      letGo(world);
      await expectAllClosed(world);
      expect(world.service.tasks).toHaveLength(1);
    });
  });

test('what waits to be made of a posted picture ends when that message is deleted, and what is made of the card goes on', async () => {
  const { world, copyId, ofCopy, ofCard } = await makeAllWait();
  await deleteBy(world, world.discord.world.admin.id, copyId);
  await expectUnsent(world, [ofCopy]);
  letGo(world);
  for (const id of ofCard) await expectPictures(world.discord, id, 1);
});

test('what Discord alone deleted is noticed in the turn of what waited, also over a restart', async () => {
  const { world, card, copyId, ofCopy, ofCard } = await makeAllWait();
  const { discord, service } = world;
  await world.stopEasel();
  discord.deleteMessage(copyId);
  discord.deleteMessage(card.id);
  letGo(world);
  await world.startEasel();
  await expectUnsent(world, [...ofCard, ofCopy]);
  await expectAllClosed(world);
  expect(service.tasks).toHaveLength(1);
});

test('a posted picture that Discord alone deleted ends what waits to be made of it, and nothing else', async () => {
  const { world, copyId, ofCopy, ofCard } = await makeAllWait();
  world.discord.deleteMessage(copyId);
  letGo(world);
  await expectUnsent(world, [ofCopy]);
  for (const id of ofCard) await expectPictures(world.discord, id, 1);
});

test('a picture that can’t be seen in the turn of a request is taken to be there', async () => {
  const { world, card, ofCopy, ofCard } = await makeAllWait({ isHurried: true });
  world.discord.faults.answer({ method: 'GET', route: /\/messages\/\d+$/, times: Infinity }, { status: 403 });
  world.discord.deleteMessage(card.id);
  letGo(world);
  for (const id of [...ofCard, ofCopy]) await expectPictures(world.discord, id, 1);
});
