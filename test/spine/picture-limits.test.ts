import { expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectPainted } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const MEBIBYTE = 1_048_576;

/** The files of the final edit, once its request is over. */
const filesOf = async ({ discord }: World): Promise<string[]> => {
  const isFinal = ({ method, status, body }: { method: string; status: number; body: unknown }) =>
    method === 'PATCH' && status === 200 && JSON.stringify(body).includes('"image"');
  const { files } = await discord.until(() => discord.requests.find(isFinal), { what: 'the final edit' });
  return files.map(({ name }) => name);
};

const formsOf = ({ discord }: World): string => JSON.stringify(discord.requests.map(({ body }) => body));

test('pictures are uploaded, with the prompt as their alt text', async () => {
  const world = await startWorld();
  await expectPainted(world, 'a red boat --ar 3:2');
  expect(await filesOf(world)).toEqual([1, 2, 3, 4].map((number) => `a-red-boat-${number}.png`));
  expect(formsOf(world)).toContain('"description":"a red boat --ar 3:2"');
});

test("a picture that can't be fetched is linked where it is; the others are uploaded", async () => {
  const world = await startWorld({ web: { waitsMs: [] } });
  world.service.faults.order({ kind: 'picture-missing' });
  const message = await expectPictures(world.discord, await ask(world, 'a stubborn picture'), 4);
  expect(await filesOf(world)).toHaveLength(3);
  const linked = message.embeds.filter(({ image }) => image?.url.startsWith(world.service.url));
  expect(linked).toHaveLength(1);
});

test('files that Discord does not take after all are linked', async () => {
  const large = (await startHost((_request, response) => response.end(pictureOf(MEBIBYTE)))).url;
  const service = await startPlainService(() => [1, 2, 3, 4].map((number) => `${large}/${number}.png`));
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  const { discord } = await startWorld({ discord: { maxRequestBytes: MEBIBYTE }, env });
  const message = await expectPictures(discord, await ask({ discord }, 'too much for Discord'), 4);
  expect(message.embeds.every(({ image }) => image?.url.startsWith(large))).toBe(true);
  expect(discord.requests.filter(({ status }) => status === 413)).toHaveLength(1);
});

test('a card that Discord refuses is sent as plain text with the addresses', async () => {
  const world = await startWorld({ isHurried: true });
  world.service.planTasks({ durationMs: 1_500 });
  const id = await ask(world, 'nobody likes this card');
  await world.service.until(() => world.service.tasks[0]?.state === 'success', {
    what: 'the end',
  });
  world.discord.faults.answer(
    { method: 'PATCH', times: 3 },
    { status: 400, body: { code: 50035, message: 'Invalid Form Body' } },
  );
  const message = await world.discord.until(
    () => {
      const present = world.discord.message(id);
      return present?.content.includes(ENGLISH.card.picturesDone) === true ? present : undefined;
    },
    { what: 'the plain card' },
  );
  expect(message.content.split('\n')).toHaveLength(5);
});
