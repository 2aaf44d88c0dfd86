import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { bodiesOf, expectPainted, openDetails, postFrom, press } from '../world/asking.ts';
import { customIdOf, expectAnswer, expectPictures, labelsOf, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { finishedCard } from './cards.ts';

const ACTIONS = ['Edit', 'Vary', 'Redraw in 4K'];

test('one picture has the same actions behind a number, on a card, and where it was posted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const four = await finishedCard(world);
  expect(labelsOf(four.message)).toEqual([
    ['1', '2', '3', '4'],
    ['Again', 'Edit prompt', '🗑️'],
  ]);
  const picked = await expectAnswer(discord, await press(discord, member.id, four.id, '3'));
  expect(labelsOf(picked)).toEqual([ACTIONS, ['Post here', 'Open original']]);
  const posted = await postFrom(world, picked);
  expect(labelsOf(posted)).toEqual([
    ['Edit', 'Vary'],
    ['Redraw in 4K', '🗑️'],
  ]);
  expect(textOf(posted)).toContain(ENGLISH.pictures.postedBy(`<@${member.id}>`));
  const one = await finishedCard(world, { command: 'gen' });
  expect(labelsOf(one.message)).toEqual([ACTIONS, ['Again', 'Edit prompt', '🗑️']]);
});

test('a private picture can be published, and one of several posted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const one = await finishedCard(world, { command: 'gen', options: { prompt: 'a fox', private: true } });
  expect(labelsOf(one.message)).toEqual([ACTIONS, ['Publish', 'Again'], ['Edit prompt', '🗑️']]);
  const four = await finishedCard(world, { options: { prompt: 'a fox', private: true } });
  const picked = await expectAnswer(discord, await press(discord, discord.world.member.id, four.id, '3'));
  expect(labelsOf(picked).flat()).toContain('Post here');
});

test('in direct messages with the bot no picture is posted below itself', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const four = await finishedCard(world, { channelId: member.directChannelId });
  const picked = await expectAnswer(discord, await press(discord, member.id, four.id, '3'));
  expect(labelsOf(picked)).toEqual([
    ['Edit', 'Vary'],
    ['Redraw in 4K', 'Open original'],
  ]);
});

test('a variation starts from the picture, with an instruction, the same words and shape, once for two clicks', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, secondMember } = discord.world;
  const card = await finishedCard(world, { options: { prompt: 'a fox --ar 16:9 --v 6' } });
  const person = discord.as(secondMember.id);
  const picked = await expectAnswer(discord, await person.click(card.id, customId('pick', card.jobId, 2)));
  const [answer] = await Promise.all([
    press(discord, secondMember.id, picked.id, 'Vary'),
    press(discord, secondMember.id, picked.id, 'Vary'),
  ]);
  const done = await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(textOf(done)).toContain(`🎲 Varied by <@${secondMember.id}>`);
  const varied = 'Draw another version of this picture: a fox';
  const start = { referImages: [picked.embeds[0]?.image?.url] };
  expect(bodiesOf(world).slice(1)).toEqual([{ prompt: varied, aspect_ratio: '16:9', ...start }]);
  await press(discord, member.id, done.id, 'Vary');
  await expect.poll(() => bodiesOf(world).length).toBe(3);
  expect(bodiesOf(world)[2]).toMatchObject({ prompt: varied, aspect_ratio: '16:9' });
});

test('all four pictures come as one download from the details', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world);
  const details = await expectAnswer(discord, await openDetails(world, card.id));
  const answer = await press(discord, member.id, details.id, 'Download all');
  const [archive] = (await expectAnswer(discord, answer)).attachments;
  expect(archive?.filename).toMatch(/^easel-.*\.zip$/);
  const bytes = Buffer.from(await (await fetch(archive?.url ?? '')).arrayBuffer());
  const pictures = await Promise.all(
    card.message.embeds.map(async ({ image }) =>
      Buffer.from(await (await fetch(image?.url ?? '')).arrayBuffer()),
    ),
  );
  expect(bytes.readUInt16LE(bytes.length - 12)).toBe(4);
  for (const picture of pictures) expect(bytes.includes(picture)).toBe(true);
});

test('a request that starts from pictures shows them, and its maker', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await expectPainted(world, 'a cat');
  const [cat = '', hat = ''] = world.service.tasks[0]?.pictureUrls ?? [];
  const links = `${cat} ${hat}?token=SECRET`;
  const card = await expectPainted(world, 'put the hat on', {
    command: 'gen',
    options: { reference_urls: links },
  });
  const text = textOf(discord.message(card));
  // Where an address is a secret of its person, it isn't shown.
  expect(text).toContain(`From 2 pictures: [1](<${cat}>)`);
  expect(text).not.toContain('SECRET');
  expect(text).toContain(`by <@${member.id}>`);
  const again = await press(discord, member.id, card, 'Again');
  await expectPictures(discord, again.message?.id ?? '', 1);
  expect(textOf(discord.message(again.message?.id ?? ''))).toContain('From 2 pictures');
  expect(customIdOf(discord.message(card), 'vary')).toContain(':1');
});
