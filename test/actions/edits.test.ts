import { ENGLISH } from '../../src/messages/language.ts';
import { errorText } from '../world/words.ts';
import { expect, test } from 'vitest';
import type { Modal } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { DAY_MS, MINUTE_MS } from '../world/durations.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { startWorld, type World } from '../world/world.ts';
import { finishedCard } from './cards.ts';
import { customIdOf, expectAnswer, expectPictures, textOf } from '../world/messages.ts';
import { bodiesOf, expectOpenJobs, expectSubmissions, requestsOf } from '../world/asking.ts';

const fieldsOf = (modal: Modal | undefined) =>
  (modal?.components ?? []).map(({ component }) => component?.custom_id);

const fieldOf = (modal: Modal | undefined, name: string) =>
  modal?.components.find(({ component }) => component?.custom_id === name)?.component;

const chosenOf = (modal: Modal | undefined, name: string) =>
  fieldOf(modal, name)?.options?.find((option) => option.default === true)?.value;

/** The reference pictures of the newest submission, each fetched as the image service would. */
const references = async (world: World): Promise<{ path: string; status: number }[]> => {
  const body = world.service.submissions.at(-1)?.body;
  const urls = typeof body === 'object' && body !== null && 'referImages' in body ? body.referImages : [];
  const list = Array.isArray(urls) ? urls.map(String) : [];
  return Promise.all(
    list.map(async (url) => ({ path: new URL(url).pathname, status: (await fetch(url)).status })),
  );
};

const pathOf = (url: string | undefined): string => new URL(url ?? '').pathname;

test('edit prompt opens with the prompt, its shape and the rest of the options, and changes only what is changed', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const prompt = 'a fox\nin the snow --no people, cars --ar 3:2 --v 6';
  const card = await finishedCard(world, { options: { prompt, mode: 'relaxed', timeout: 450 } });
  await world.restart();
  const person = discord.as(secondMember.id);
  const open = async () => (await person.click(card.id, customIdOf(card.message, 'edit-prompt'))).modal!;
  const modal = await open();
  expect(fieldsOf(modal)).toEqual(['prompt', 'aspectRatio', 'without', 'mode']);
  expect(fieldOf(modal, 'prompt')?.value).toBe('a fox\nin the snow --v 6');
  expect(fieldOf(modal, 'without')?.value).toBe('people, cars');
  expect([chosenOf(modal, 'aspectRatio'), chosenOf(modal, 'mode')]).toEqual(['3:2', 'relaxed']);
  const same = await person.submitModal(modal);
  const done = await expectPictures(discord, same.message?.id ?? '', 4);
  expect(textOf(done)).toContain(`by <@${secondMember.id}>`);
  await person.submitModal(await open(), { prompt: 'a wolf --v 6', aspectRatio: ['16:9'], without: '' });
  await expectSubmissions(world, 3);
  const others = { mode: 'relaxed', timeout: 450 };
  expect(bodiesOf(world)).toEqual([
    { prompt, ...others },
    { prompt, ...others },
    { prompt: 'a wolf --v 6 --ar 16:9', ...others },
  ]);
});

test('a form that is handed in as it was opened asks for the very same, and an emptied option is left out', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const options = { size: '4K', output_size: '1920x1080', hook_url: 'https://example.com/hook' };
  const card = await finishedCard(world, { command: 'gen', options });
  const person = discord.as(member.id);
  const open = async () => (await person.click(card.id, customIdOf(card.message, 'edit-prompt'))).modal!;
  const modal = await open();
  expect(fieldsOf(modal)).toEqual(['prompt', 'model', 'aspectRatio', 'size', 'outputSize']);
  await person.submitModal(modal);
  await expectSubmissions(world, 2);
  await person.submitModal(await open(), { aspectRatio: ['16:9'], size: [], outputSize: '' });
  await expectSubmissions(world, 3);
  const [first, same, changed] = bodiesOf(world);
  expect(JSON.stringify(same)).toBe(JSON.stringify(first));
  expect(changed).toEqual({
    prompt: 'draw a lighthouse at dusk',
    aspect_ratio: '16:9',
    hookUrl: 'https://example.com/hook',
  });
});

test("what a form can't be accepted with is said privately", async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { command: 'gen' });
  const person = discord.as(member.id);
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-prompt'));
  const answer = await person.submitModal(modal!, { size: ['4K'], outputSize: 'very large' });
  expect(answer.message?.content).toContain('output_size');
  expect(answer.message?.ephemeralTo).toBe(member.id);
  expect(service.submissions).toHaveLength(1);
});

test('a prompt over 4,000 characters is said to be too long to edit there', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { options: { prompt: 'x'.repeat(4_001) } });
  const answer = await discord.as(member.id).click(card.id, customIdOf(card.message, 'edit-prompt'));
  expect(answer.modal).toBeUndefined();
  expect(answer.message?.content).toBe(errorText('prompt-too-long-to-edit', { length: 4_001, limit: 4_000 }));
  expect(answer.message?.content).toContain('4,001 characters');
  expect(answer.message?.ephemeralTo).toBe(member.id);
});

test('one of four pictures is edited at an address that works now', async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  await world.restart();
  clock.advance(3 * DAY_MS);
  const person = discord.as(secondMember.id);
  const picked = await expectAnswer(discord, await person.click(card.id, customId('pick', card.jobId, 2)));
  const { modal } = await person.click(picked.id, customIdOf(picked, 'edit-picture'));
  const answer = await person.submitModal(modal!, { prompt: 'make the sky green', size: ['4K'] });
  const done = await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(textOf(done)).toContain(`/${atelier.channelId}/${card.id}`);
  expect(service.submissions[1]?.operation).toBe('gen.submit');
  expect(service.submissions[1]?.body).toMatchObject({ prompt: 'make the sky green', size: '4K' });
  const shown = card.message.embeds.map(({ image }) => pathOf(image?.url));
  expect(await references(world)).toEqual([{ path: shown[1], status: 200 }]);
});

test('an edited picture keeps its shape, from the form of four and from the large picture', async () => {
  const world = await startWorld();
  const { discord } = world;
  const person = discord.as(discord.world.member.id);
  const card = await finishedCard(world, { options: { prompt: 'a fox --ar 16:9' } });
  const picked = await expectAnswer(discord, await person.click(card.id, customId('pick', card.jobId, 3)));
  const { modal } = await person.click(picked.id, customIdOf(picked, 'edit-picture'));
  const { options = [] } = fieldOf(modal, 'aspectRatio') ?? {};
  expect(options.find((option) => option.default === true)?.label).toBe('As the picture · 16:9');
  const answer = await person.submitModal(modal!, { prompt: 'make it night' });
  await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(bodiesOf(world).at(-1)).toMatchObject({ aspect_ratio: '16:9' });
});

test('edit picture on a single picture asks only for the words', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { command: 'gen' });
  const person = discord.as(member.id);
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-picture'));
  expect(fieldsOf(modal)).toEqual(['prompt', 'aspectRatio', 'size']);
  const answer = await person.submitModal(modal!, { prompt: 'make it night' });
  await expectPictures(discord, answer.message?.id ?? '', 1);
  const path = pathOf(card.message.embeds[0]?.image?.url);
  expect(await references(world)).toEqual([{ path, status: 200 }]);
});

test('a picked picture can be edited, and made 4K in its own proportions, once for two clicks', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { options: { prompt: 'a fox --ar 16:9' } });
  const person = discord.as(member.id);
  const picked = await expectAnswer(discord, await person.click(card.id, customId('pick', card.jobId, 3)));
  const third = card.message.embeds[2]?.image;
  const answers = await Promise.all([
    person.click(picked.id, customIdOf(picked, 'enlarge')),
    person.click(picked.id, customIdOf(picked, 'enlarge')),
  ]);
  const id = answers.map(({ message }) => message?.id).find((one) => one !== undefined && one !== picked.id);
  const large = await expectPictures(discord, id ?? '', 1);
  expect(large.ephemeralTo).toBeNull();
  // The person's own prompt, not the one that the service gets.
  expect(textOf(large)).toContain('> a fox');
  expect(service.submissions).toHaveLength(2);
  expect(service.submissions[1]?.body).toMatchObject({ size: '4K' });
  const { width = 0, height = 0 } = third ?? {};
  const task = service.tasks[1]!;
  expect(task.width / task.height).toBeCloseTo(width / height, 1);
  expect(task.width * task.height).toBeGreaterThan(7_500_000);
  expect(await references(world)).toEqual([{ path: pathOf(third?.url), status: 200 }]);

  const { modal } = await person.click(picked.id, customIdOf(picked, 'edit-picture'));
  const edited = await person.submitModal(modal!, { prompt: 'make it night' });
  await expectPictures(discord, edited.message?.id ?? '', 1);
  expect(await references(world)).toEqual([{ path: pathOf(third?.url), status: 200 }]);
});

test('where a result is linked, the image service’s own addresses are handed over while they work', async () => {
  const world = await startWorld({ web: { waitsMs: [] } });
  const { discord, service } = world;
  service.faults.order({ kind: 'picture-missing' });
  const { member } = discord.world;
  const card = await finishedCard(world, { command: 'gen' });
  const person = discord.as(member.id);
  const open = async () => (await person.click(card.id, customIdOf(card.message, 'edit-picture'))).modal!;
  const answer = await person.submitModal(await open(), { prompt: 'make it night' });
  await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(service.submissions[1]?.body).toMatchObject({ referImages: service.tasks[0]?.pictureUrls });
});

test('a form that is submitted twice within a moment is paid for once', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const card = await finishedCard(world);
  const person = discord.as(discord.world.member.id);
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-prompt'));
  const [first, second] = await Promise.all([
    person.submitModal(modal!, { prompt: 'a wolf' }),
    person.submitModal(modal!, { prompt: 'a wolf' }),
  ]);
  const [done, refused] = first.message?.ephemeralTo === null ? [first, second] : [second, first];
  await expectPictures(discord, done.message?.id ?? '', 4);
  expect(refused.message?.content).toBe(ENGLISH.errors['already-started'](undefined));
  expect(service.submissions).toHaveLength(2);
});

test('an opened form is paid for once, however much later it is submitted again, and another one counts', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const card = await finishedCard(world);
  const person = discord.as(discord.world.member.id);
  const open = async () => (await person.click(card.id, customIdOf(card.message, 'edit-prompt'))).modal!;
  const modal = await open();
  const first = await person.submitModal(modal, { prompt: 'a wolf' });
  await expectPictures(discord, first.message?.id ?? '', 4);
  for (const laterMs of [6_000, 10 * MINUTE_MS]) {
    clock.advance(laterMs);
    const again = await person.submitModal(modal, { prompt: 'a wolf' });
    expect((await expectAnswer(discord, again)).content).toBe(errorText('already-started'));
  }
  expect(service.submissions).toHaveLength(2);
  const second = await person.submitModal(await open(), { prompt: 'a wolf' });
  await expectPictures(discord, second.message?.id ?? '', 4);
  expect(service.submissions).toHaveLength(3);
});

const places = [{ title: 'SQLite', available: true, url: undefined }, ...SERVERS];

for (const place of places)
  test.skipIf(!place.available)(
    `a form that stays open over a restart is paid for once, wherever the first was by then: ${place.title}`,
    async () => {
      const world = await startWorld('fresh' in place ? { env: { STORE_URL: await place.fresh() } } : {});
      const { discord, service } = world;
      const card = await finishedCard(world);
      const person = discord.as(discord.world.member.id);
      const opened = async () =>
        (await person.click(card.id, customIdOf(card.message, 'edit-prompt'))).modal!;
      const forms = await Promise.all([1, 2, 3].map(opened));
      const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
      const [first, ...others] = forms;
      const answers = [await person.submitModal(first!, { prompt: 'a wolf' })];
      await service.until(() => held.waiting === 1, { what: 'a submission' });
      for (const form of others) answers.push(await person.submitModal(form, { prompt: 'a wolf' }));
      const submitAgain = async () => {
        for (const form of forms) {
          const again = await person.submitModal(form, { prompt: 'a wolf' });
          expect((await expectAnswer(discord, again)).content).toBe(errorText('already-started'));
        }
      };
      await submitAgain();
      const restarted = world.restart();
      held.release();
      await restarted;
      await submitAgain();
      for (const { message } of answers) await expectPictures(discord, message?.id ?? '', 4);
      await expectOpenJobs(world, 0);
      await world.restart();
      await submitAgain();
      expect(service.submissions).toHaveLength(4);
    },
  );

test('a form that was refused, or whose card Discord never showed, can be submitted again', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const card = await finishedCard(world, { command: 'gen' });
  const person = discord.as(discord.world.member.id);
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-prompt'));
  const refused = await person.submitModal(modal!, { size: ['4K'], outputSize: 'very large' });
  expect(refused.message?.content).toContain('output_size');
  discord.faults.answer(
    { method: 'POST', route: /interactions\/.*\/callback/ },
    { status: 404, body: { code: 10_062, message: 'Unknown interaction' } },
  );
  const lost = person.submitModal(modal!, { prompt: 'a wolf', size: [], outputSize: '' });
  await expect
    .poll(() => requestsOf(discord, 'POST', /callback/).map((request) => request.status))
    .toContain(404);
  discord.endFirstSeconds();
  expect((await lost).answered).toBe(false);
  await expectOpenJobs(world, 0);
  const shown = await person.submitModal(modal!, { prompt: 'a wolf', size: [], outputSize: '' });
  await expectPictures(discord, shown.message?.id ?? '', 1);
  expect(service.submissions).toHaveLength(2);
});
