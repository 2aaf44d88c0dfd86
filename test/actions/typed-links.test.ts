import { expect, test } from 'vitest';
import { bodiesOf, promptsOf, requestsOf, typeCommand } from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { expectAnswer } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const cat = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };

const post = ({ discord }: World): string => {
  const { atelier, member } = discord.world;
  return discord.as(member.id).send(atelier.channelId, 'cat', [cat]).attachments[0]?.url ?? '';
};

const refreshes = ({ discord }: World): number => requestsOf(discord, 'POST', /refresh-urls/).length;

const expectReadable = async (world: World) => {
  await expect.poll(() => bodiesOf(world).length).toBe(1);
  const [body] = bodiesOf(world) as [{ referImages: [string] }];
  expect((await fetch(body.referImages[0])).status).toBe(200);
};

test.each([
  ['expired', (signed: string) => signed, 3 * DAY_MS],
  ['unsigned', (signed: string) => signed.split('?')[0] ?? '', 0],
  ['expired, in brackets', (signed: string) => `<${signed}>`, 3 * DAY_MS],
  // The machine's clock is days behind, so the link seems to be alive.
  ['alive but not there', (signed: string) => signed.replace(/hm=\w/, 'hm=x'), 0],
])(
  'a typed link to a file in Discord is renewed before it is paid for: %s',
  async (_what, linkOf, laterMs) => {
    const world = await startWorld();
    const signed = post(world);
    world.clock.advance(laterMs);
    await typeCommand(world, 'gen', { prompt: 'draw', reference_urls: linkOf(signed) });
    await expectReadable(world);
    expect(refreshes(world)).toBe(1);
  },
);

test.each([
  ['in front', (link: string) => `${link} as a fox`],
  ['behind a flag, and in front of a comma', (link: string) => `a fox --sref ${link}, --ar 2:3`],
])('a link in a prompt is renewed, too: %s', async (_where, promptOf) => {
  const world = await startWorld();
  const signed = post(world);
  world.clock.advance(3 * DAY_MS);
  await typeCommand(world, 'imagine', { prompt: promptOf(signed) });
  await expect.poll(() => promptsOf(world).length).toBe(1);
  const [link = ''] = /https?:[^\s,]+/.exec(promptsOf(world)[0] ?? '') ?? [];
  expect((await fetch(link)).status).toBe(200);
});

test.each(['cdn.discordapp.com', 'media.discordapp.net'])(
  'a typed link to a file at %s, as clients copy it, is renewed',
  async (host) => {
    const world = await startWorld();
    const original = `https://${host}/attachments/1/2/cat.png?width=550&height=550`;
    const refreshed_urls = [{ original, refreshed: post(world) }];
    world.discord.faults.answer(
      { method: 'POST', route: /refresh-urls/ },
      { status: 200, body: { refreshed_urls } },
    );
    await typeCommand(world, 'gen', { prompt: 'draw', reference_urls: original });
    await expectReadable(world);
  },
);

test('a typed link to a file that is gone is refused, unpaid', async () => {
  const world = await startWorld();
  const [path = ''] = post(world).split('?');
  const gone = path.replace(/\d+\/cat\.png$/, '1/cat.png');
  const answer = await typeCommand(world, 'gen', { prompt: 'draw', reference_urls: gone });
  const { content } = await expectAnswer(world.discord, answer);
  expect(content).toContain(errorText('references-gone'));
  expect(bodiesOf(world)).toEqual([]);
});
