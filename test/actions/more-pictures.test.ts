import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import type { Message } from '../../sandbox/discord/index.ts';
import { ask, press } from '../world/asking.ts';
import {
  customIdOf,
  customIdsOf,
  expectAnswer,
  expectPictures,
  labelsOf,
  picturesOf,
} from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld } from '../world/world.ts';

const shownIn = (message: Message): string[] =>
  message.embeds.flatMap(({ image }) => (image ? [new URL(image.url).pathname] : []));

const worldOf = async (count: number) => {
  const host = await startHost((_request, response) => response.end(pictureOf()));
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const service = await startPlainService(() => numbers.map((number) => `${host.url}/${number}.png`));
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  return { world: await startWorld({ env }), host };
};

test.each([5, 8, 9, 16])(
  'every one of %i pictures can be reached from the card, by anybody there',
  async (count) => {
    const { world } = await worldOf(count);
    const { discord } = world;
    const { secondMember } = discord.world;
    const card = await expectPictures(discord, await ask(world, 'many'), 4);
    expect(labelsOf(card)[1]?.[1]).toBe(`More pictures (${count - 4})`);
    await world.restart();
    const seen: string[] = [];
    for (let at = card, shown = 4; shown < count;) {
      at = await expectAnswer(
        discord,
        await press(discord, secondMember.id, at.id, `More pictures (${count - shown})`),
      );
      expect(at.ephemeralTo).toBe(secondMember.id);
      seen.push(...shownIn(at));
      shown += picturesOf(at);
    }
    const others = Array.from({ length: count - 4 }, (_, index) => `/${index + 5}.png`);
    expect(seen).toEqual(others);
  },
);

test('four pictures have no button for more', async () => {
  const { world } = await worldOf(4);
  const card = await expectPictures(world.discord, await ask(world, 'four'), 4);
  expect(customIdsOf(card).filter((id) => id.startsWith('more-pictures:'))).toEqual([]);
});

test('what can be done with the first four can be done with the others', async () => {
  const { world } = await worldOf(7);
  const { discord } = world;
  const { member } = discord.world;
  const card = await expectPictures(discord, await ask(world, 'many'), 4);
  const more = await expectAnswer(discord, await press(discord, member.id, card.id, 'More pictures (3)'));
  const large = await expectAnswer(discord, await press(discord, member.id, more.id, '6'));
  expect(shownIn(large)).toEqual(['/6.png']);
  const { modal } = await press(discord, member.id, large.id, 'Edit');
  const edit = customId('edit-picture', customIdOf(card, 'again').split(':')[1] ?? '', 6);
  expect(modal?.customId.startsWith(`${edit}#`)).toBe(true);
});
