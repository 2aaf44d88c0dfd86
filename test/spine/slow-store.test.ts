import { expect, test } from 'vitest';
import { ENGLISH, wordsIn } from '../../src/messages/language.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { occupy, tool } from '../storage/sqlite-tool.ts';
import {
  expectLogged,
  expectOpenJobs,
  interact,
  press,
  submissionsOf,
  typeCommand,
} from '../world/asking.ts';
import { expectPictures, idOf, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';

test.each([
  ['for all', {}],
  ['for the person alone', { private: true }],
])(
  'a card %s stands at once though the store holds its job up, and is submitted once it is stored',
  async (_name, options) => {
    const world = await startWorld();
    const { discord } = world;
    const release = await occupy(world);
    const { message } = await interact(world, 'held up', { options });
    expect(message?.ephemeralTo).toBe('private' in options ? discord.world.member.id : null);
    expect(textOf(message)).toContain('held up');
    expect(submissionsOf(world, 'held up')).toEqual([]);
    await release();
    await expectPictures(discord, message?.id ?? '', 4);
    await expectOpenJobs(world, 0);
    expect(submissionsOf(world, 'held up')).toHaveLength(1);
    expect(discord.messagesIn(discord.world.atelier.channelId)).toHaveLength(1);
  },
);

test('a card whose request the store never took says at a stop that it is lost, with its prompt', async () => {
  const world = await startWorld();
  const { discord } = world;
  const release = await occupy(world);
  const { message } = await interact(world, 'not stored');
  await world.stopEasel();
  await release();
  const card = discord.message(message?.id ?? '');
  expect(textOf(card)).toBe(`${errorText('job-lost')}\n> not stored`);
  expect(card).toMatchObject({ embeds: [], components: [] });
  await world.startEasel();
  await expectOpenJobs(world, 0);
  expect(world.service.submissions).toEqual([]);
});

test('where Discord does not take that, the card says it once a button of it is pressed', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const release = await occupy(world);
  const { message } = await interact(world, 'not stored');
  discord.faults.answer({ method: 'PATCH', times: 10 }, { status: 500, body: {} });
  await world.stopEasel();
  discord.faults.clear();
  await release();
  await world.startEasel();
  await press(discord, member.id, message?.id ?? '', ENGLISH.card.buttons.mention(false));
  const card = discord.message(message?.id ?? '');
  expect(card?.content).toBe(errorText('job-lost'));
  expect(card?.components).toEqual([]);
  expect(submissionsOf(world, 'not stored')).toEqual([]);
});

test('"Stop" that the store did not take leaves the job in its place, and the log says so once', async () => {
  const world = await startWorld({ env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service } = world;
  const { member } = discord.world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await interact(world, 'in front');
  await service.until(() => held.waiting === 1, { what: 'a submission' });
  const { message } = await interact(world, 'stays');
  const id = message?.id ?? '';
  // What isn't stored yet waits for that, and so does its button.
  const { query } = await tool(`${world.folder}/easel.sqlite`);
  const stored = () => query("SELECT key FROM easel WHERE key LIKE 'open:%'");
  await expect.poll(stored).toHaveLength(2);
  const release = await occupy(world);
  const channelId = discord.world.atelier.channelId;
  for (const count of [3, 4]) {
    await press(discord, member.id, id, ENGLISH.card.buttons.stop);
    await expect
      .poll(() => discord.messagesIn(channelId)[count - 1]?.content)
      .toContain(errorText('store-away'));
  }
  expect(world.log.filter((line) => line.includes('the store failed'))).toHaveLength(1);
  await release();
  held.release();
  await expectPictures(discord, id, 4);
});

test('a card that came to stand while the store could not be written is submitted once it can', async () => {
  const world = await startWorld();
  const { discord } = world;
  const held = discord.faults.hang({ method: 'POST', route: /\/callback/ });
  const asked = interact(world, 'written late');
  await expect.poll(() => held.waiting).toBe(1);
  const release = await occupy(world);
  held.release();
  const { message } = await asked;
  await expectLogged(world, 'a write to the store failed, trying again');
  expect(submissionsOf(world, 'written late')).toEqual([]);
  await release();
  await expectPictures(discord, message?.id ?? '', 4);
  expect(submissionsOf(world, 'written late')).toHaveLength(1);
});

for (const server of SERVERS)
  test.skipIf(!server.available)(`help names all buttons while ${server.title} is silent`, async () => {
    const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
    const world = await startWorld({ env: { STORE_URL: url } });
    const { discord } = world;
    const { admin } = discord.world;
    const help = await typeCommand(world, 'help', {}, { personId: admin.id });
    proxy.fallSilent();
    const { message } = await press(discord, admin.id, idOf(help), ENGLISH.help.pages.buttons);
    expect(textOf(message)).toContain(ENGLISH.help.menu);
    proxy.comeBack();
  });

for (const server of SERVERS)
  test.skipIf(!server.available)(
    `a form opens in time while ${server.title} is silent, in the person's language`,
    async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { discord } = world;
      const anna = discord.addUser({ username: 'anna', locale: 'de' });
      discord.addMember(discord.world.atelier.guild.id, anna.id);
      const shown = await typeCommand(world, 'history', { family: 'artgen' }, { personId: anna.id });
      await world.restart();
      proxy.fallSilent();
      const { modal } = await press(discord, anna.id, idOf(shown), wordsIn('de').history.search);
      expect(modal?.title).toBe(wordsIn('de').history.form.title);
      proxy.comeBack();
    },
  );
