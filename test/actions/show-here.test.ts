import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, listJobs, openDetails } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { forgeClick } from '../world/forging.ts';
import { allTextOf, customIdOf, expectPictures, expectText, labelsOf, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('a card that everybody sees is not taken away from them by /history, not even by an old list', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock } = world;
  const { atelier, member, secondMember } = discord.world;
  service.planTasks({ durationMs: MINUTE_MS });
  const id = await ask(world, 'a slow fox');
  const card = await expectText(discord, id, ENGLISH.card.painting(''));
  const list = await listJobs(discord, member.id, atelier.secondChannelId);
  expect(textOf(list)).toContain(id);
  expect(labelsOf(list).flat()).not.toContain(ENGLISH.history.showHere(1));
  const jobId = customIdOf(card, 'notify').split(':')[1] ?? '';
  const old = await forgeClick(discord.as(member.id), list.id, customId('show-here', jobId));
  expect(old.message?.content).toContain(`${atelier.channelId}/${id}`);
  clock.advance(MINUTE_MS);
  const done = await expectPictures(discord, id, 4);
  const details = await openDetails(world, done.id, secondMember.id);
  expect(allTextOf(details.message)).toContain('a slow fox');
});
