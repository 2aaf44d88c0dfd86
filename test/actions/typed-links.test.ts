import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { addressesIn } from '../../src/services/requests/addresses.ts';
import {
  ask,
  bodiesOf,
  expectAllClosed,
  expectPainted,
  interact,
  press,
  promptsOf,
  requestsOf,
  typeCommand,
} from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { expectAnswer, labelsOf } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { make } from '../world/styles.ts';
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

describe('a link in a prompt of /imagine is a picture', () => {
  const WAYS: [where: string, prompt: (link: string) => string, style?: (link: string) => string][] = [
    ['in front', (link) => `${link} as a fox`],
    ['two, with a comma between', (link) => `${link},${link}&x=1 as a fox`],
    ['behind --sref', (link) => `a fox --sref ${link} --ar 3:2`],
    ['behind --cref=', (link) => `a fox --cref=${link}`],
    ['behind --oref, with a weight', (link) => `a fox --oref ${link}::2`],
    ['between bars', (link) => `||${link}|| as a fox`],
    ['in brackets', (link) => `<${link}> as a fox`],
    ['in a choice', (link) => `{${link}} as a fox`],
    ['in a style', () => 'a fox', (link) => `{prompt} --sref ${link}`],
  ];

  test.each(WAYS)('that is renewed before it is paid for: %s', async (_where, promptOf, styleOf) => {
    const world = await startWorld();
    const signed = post(world);
    if (styleOf) await make(world, { name: 'Linked', text: styleOf(signed) });
    world.clock.advance(3 * DAY_MS);
    const options = styleOf ? { style: 'Linked' } : {};
    const id = await ask(world, promptOf(signed), { options });
    await expectAllClosed(world);
    const addresses = () =>
      promptsOf(world).map((prompt) => addressesIn(/https?:[^\s}]+/.exec(prompt)?.[0] ?? '')[0]);
    expect((await fetch(addresses()[0]?.replace('::2', '') ?? '')).status).toBe(200);
    expect(promptsOf(world)[0]).not.toContain('||');
    // Also when it is asked for again.
    world.clock.advance(3 * DAY_MS);
    await press(world.discord, world.discord.world.member.id, id, ENGLISH.card.buttons.again);
    await expect.poll(() => promptsOf(world).length).toBe(2);
    expect((await fetch(addresses()[1]?.replace('::2', '') ?? '')).status).toBe(200);
  });

  test('that is gone: nothing is submitted, also by Again, and the prompt can be edited', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { member } = discord.world;
    const id = await expectPainted(world, `${post(world)} as a fox`);
    discord.faults.answer(
      { method: 'POST', route: /refresh-urls/, times: Infinity },
      { status: 404, body: {} },
    );
    world.clock.advance(3 * DAY_MS);
    for (const answer of [
      await press(discord, member.id, id, ENGLISH.card.buttons.again),
      await interact(world, promptsOf(world)[0]),
    ]) {
      const refused = await expectAnswer(discord, answer);
      expect(refused.content).toContain(errorText('references-gone'));
      expect(labelsOf(refused).flat()).toContain(ENGLISH.card.buttons.editPrompt);
    }
    expect(bodiesOf(world)).toHaveLength(1);
  });

  test.each([
    ['message', 'a fox --sref https://discord.com/channels/1/2/3'],
    ['page', 'https://tenor.com/view/fox-1 as a fox'],
    ['address', 'http://10.0.0.1/fox.png as a fox'],
  ] as const)('unless it leads to what is none: %s', async (reason, prompt) => {
    const world = await startWorld();
    const { content } = await expectAnswer(world.discord, await interact(world, prompt));
    const url = /http\S+/.exec(prompt)?.[0] ?? '';
    expect(content).toContain(errorText('unusable-url', { option: 'prompt', reason, url }));
    expect(bodiesOf(world)).toEqual([]);
  });
});
