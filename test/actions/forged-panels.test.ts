import { expect, test } from 'vitest';
import type { CustomId } from '../../src/messages/custom-id.ts';
import { forgeClick, forgeModal } from '../world/forging.ts';
import { startWorld } from '../world/world.ts';
import { finishedCard } from './cards.ts';
import { expectAnswer, shownIn } from '../world/messages.ts';
import { errorText } from '../world/words.ts';

const NOT_KEPT = errorText('job-not-found');

const PANELS: readonly [CustomId, string[]?][] = [
  ['defaults:own'],
  ['default:mode', ['fast']],
  ['style:own', ['nothing']],
  ['style-delete:own:0:nothing'],
  ['style-standard:server:1:nothing'],
  ['jobs:here:1'],
  ['history:all:1'],
  ['usage-show:own'],
  ['erase-data:here'],
  ['remove-key:here'],
  ['settings-page:pictures'],
  ['settings:size', ['4K']],
  ['limits-clear:here'],
  ['blocklist:here:1'],
  ['blocklist-remove:here:1', ['nothing']],
  ['limits-exempt:here', []],
];

test("nobody's card becomes somebody else's panel, and nothing is decided on it", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin } = discord.world;
  const card = await finishedCard(world);
  const before = shownIn(world, card.id);
  for (const [id, values] of PANELS) {
    const answer = await forgeClick(discord.as(admin.id), card.id, id, values);
    const message = await expectAnswer(discord, answer);
    expect(message.ephemeralTo, id).toBe(admin.id);
    expect(message.content, id).toContain(errorText('command-changed'));
  }
  expect(shownIn(world, card.id)).toEqual(before);
});

test('the counts of a server are for who manages it, whatever the custom id says', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  await finishedCard(world);
  const { message } = await discord.as(secondMember.id).slash(atelier.channelId, 'help');
  for (const id of ['usage-file:here', 'usage-show:server'] satisfies CustomId[]) {
    const answer = await forgeClick(discord.as(secondMember.id), message?.id ?? '', id);
    const told = await expectAnswer(discord, answer);
    expect(told.content, id).toContain(errorText('missing-right', { right: 'Manage Server' }));
    expect(told.attachments, id).toEqual([]);
  }
});

test('a form that was opened for one person is no good to another', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const { modal } = await discord.as(member.id).menu(atelier.channelId, 'Edit this picture', card.id);
  const { message } = await discord.as(secondMember.id).slash(atelier.channelId, 'help');
  const answer = await forgeModal(discord.as(secondMember.id), message?.id ?? '', modal?.customId ?? '', {
    prompt: 'mine now',
  });
  expect((await expectAnswer(discord, answer)).content).toContain(NOT_KEPT);
  expect(service.submissions).toHaveLength(1);
});
