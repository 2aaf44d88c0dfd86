import { expect, test } from 'vitest';
import { answer, ask, imagine, original, start, startWithBot } from './helpers.ts';
import { messagesOf, startWithMessage, file } from './message-helpers.ts';

test('files are served by signed links that die after a day', async () => {
  let now = Date.now();
  const discord = await start({ now: () => now });
  const body = { attachments: [{ id: '0', filename: 'fox.png', description: 'a fox', is_spoiler: true }] };
  const path = messagesOf(discord.world.atelier.channelId);
  const sent = await ask(discord, 'POST', path, body, { files: [file('x.png')] });
  const attachment = sent.body.attachments[0]!;
  expect(attachment).toMatchObject({
    filename: 'fox.png',
    description: 'a fox',
    width: 1,
    height: 1,
    content_type: 'image/png',
    flags: 8,
  });
  expect(attachment.url).toMatch(
    /\/attachments\/\d+\/\d+\/fox\.png\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]{64}&$/,
  );
  expect((await fetch(attachment.url)).headers.get('content-type')).toBe('image/png');
  expect((await fetch(attachment.url.replace('hm=', 'hm=0'))).status).toBe(404);
  now += 24 * 3_600_000;
  expect((await fetch(attachment.url)).status).toBe(404);
  const fresh = discord.message(sent.body.id)!.attachments[0]!;
  expect((await fetch(fresh.url)).status).toBe(200);
});

test('a file that an embed shows stands in the embed only', async () => {
  const discord = await start();
  const path = messagesOf(discord.world.atelier.channelId);
  const embeds = ['a.png', 'b.png'].map((name) => ({
    url: 'https://example.com/gallery',
    image: { url: `attachment://${name}` },
  }));
  const { body } = await ask(
    discord,
    'POST',
    path,
    { embeds },
    { files: [file('a.png'), file('b.png'), file('c.png')] },
  );
  expect(body.attachments.map(({ filename }) => filename)).toEqual(['c.png']);
  expect(body.embeds).toMatchObject([{ image: { width: 1 } }, { url: 'https://example.com/gallery' }]);
  expect((await fetch(body.embeds[1]!.image!.url)).status).toBe(200);
});

test('an edit keeps the listed files, and those that an embed still shows', async () => {
  const discord = await start();
  const path = messagesOf(discord.world.atelier.channelId);
  const embeds = [{ image: { url: 'attachment://a.png' } }];
  const { body } = await ask(
    discord,
    'POST',
    path,
    { embeds },
    { files: [file('a.png'), file('b.png'), file('c.png')] },
  );
  const keep = body.attachments.find(({ filename }) => filename === 'c.png')!;
  const edit = { attachments: [{ id: keep.id }, { id: '0' }] };
  const edited = await ask(discord, 'PATCH', `${path}/${body.id}`, edit, { files: [file('d.png')] });
  expect(edited.body.attachments.map(({ filename }) => filename)).toEqual(['c.png', 'd.png']);
  expect((await fetch(edited.body.embeds[0]!.image!.url)).status).toBe(200);
  const cleared = await ask(discord, 'PATCH', `${path}/${body.id}`, {
    embeds: [{ image: { url: 'attachment://d.png' } }],
    attachments: [{ id: edited.body.attachments[1]!.id }],
  });
  expect(cleared.body).toMatchObject({ attachments: [], embeds: [{ image: { width: 1 } }] });
});

test('an embed that shows a file that is not there is noticed', async () => {
  const { discord, response } = await startWithMessage({
    embeds: [{ title: 'x', image: { url: 'attachment://none.png' } }],
  });
  expect(response.body.embeds[0]!.image).toBeUndefined();
  expect(discord.failures.splice(0)).toMatchObject([
    { what: 'an embed shows attachment://none.png, which is no file of its message' },
  ]);
});

test('a file beyond the limit is 40005; a boosted server takes more', async () => {
  const discord = await start();
  const large = { files: [file('large.bin', new Uint8Array(11 * 1024 * 1024))] };
  const path = messagesOf(discord.world.atelier.channelId);
  expect(await ask(discord, 'POST', path, {}, large)).toMatchObject({ status: 413, body: { code: 40005 } });
  const boosted = discord.addGuild({ name: 'Boosted', premiumTier: 2 });
  expect((await ask(discord, 'POST', messagesOf(boosted.channelId), {}, large)).status).toBe(200);
});

test('a request of more than 25 MiB is 40005', async () => {
  const discord = await start();
  const files = [1, 2, 3].map((n) => file(`${String(n)}.bin`, new Uint8Array(9 * 1024 * 1024)));
  const response = await ask(discord, 'POST', messagesOf(discord.world.atelier.channelId), {}, { files });
  expect(response).toMatchObject({ status: 413, body: { code: 40005 } });
});

test('an answer by token may carry files up to the limit of its interaction', async () => {
  const { discord } = await startWithBot();
  discord.world.member.user.uploadLimitBytes = 20 * 1024 * 1024;
  const { interaction } = await imagine(discord);
  await answer(discord, interaction, { type: 5 });
  const large = { token: null, files: [file('large.bin', new Uint8Array(11 * 1024 * 1024))] };
  expect((await ask(discord, 'PATCH', original(discord, interaction.token), {}, large)).status).toBe(200);
});
