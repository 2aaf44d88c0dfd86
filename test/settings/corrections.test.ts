import { expect, test } from 'vitest';
import type { InteractionResult } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { openPanel } from '../world/admin-panels.ts';
import { press } from '../world/asking.ts';
import { forgeClick } from '../world/forging.ts';
import { allTextOf, idOf, labelsOf, textOf } from '../world/messages.ts';
import { make } from '../world/styles.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const { blocklist, limits } = ENGLISH;
const BAD = 'x'.repeat(201);

const correct = async ({ discord }: World, answer: InteractionResult) => {
  const { modal } = await press(discord, discord.world.admin.id, idOf(answer), ENGLISH.correct);
  if (!modal) throw new Error('no form');
  return modal;
};

const valuesIn = (form: Awaited<ReturnType<typeof correct>>) =>
  form.components.map(({ component }) =>
    component?.options
      ? component.options.filter((one) => one.default).map(({ value }) => value)
      : component?.value,
  );

/** What the admin's form says. */
const fill = async (
  { discord }: World,
  panel: 'blocklist' | 'limits',
  form: 'blocklist-add' | 'limits-edit',
  fields: Record<string, string>,
) => {
  const admin = discord.as(discord.world.admin.id);
  const { id } = await openPanel({ discord }, panel);
  const { modal } = await admin.click(id, customId(form));
  if (!modal) throw new Error('no form');
  return admin.submitModal(modal, fields);
};

const places = [{ title: 'SQLite', available: true, url: undefined }, ...SERVERS];

for (const place of places)
  test.skipIf(!place.available)(
    `good lines of the blocklist are added, and the others can be corrected: ${place.title}`,
    async () => {
      const world = await startWorld('fresh' in place ? { env: { STORE_URL: await place.fresh() } } : {});
      const { discord } = world;
      const rules = `fox\n/nude/i\n!fox trot\n!${BAD}\n?!`;
      const answer = await fill(world, 'blocklist', 'blocklist-add', { rules });
      const said = allTextOf(answer.message);
      expect(said).toContain(blocklist.added(1, 1));
      for (const rule of ['/nude/i', BAD, '?!'])
        expect(said).toContain(errorText('not-a-rule', { rule, limit: 200 }));
      await world.restart();
      const form = await correct(world, answer);
      expect(valuesIn(form)).toEqual([`/nude/i\n!${BAD}\n?!`, undefined]);
      const done = await discord.as(discord.world.admin.id).submitModal(form, { rules: 'nude' });
      expect(allTextOf(done.message)).toContain(blocklist.added(1, 0));
      expect(labelsOf(done.message).flat()).not.toContain(ENGLISH.correct);
      const shown = allTextOf(await openPanel(world, 'blocklist'));
      for (const rule of ['fox', 'fox trot', 'nude']) expect(shown).toContain(`- \`${rule}\``);
    },
  );

test('where the blocklist has no room, nothing of it has to be typed again', async () => {
  const world = await startWorld();
  const line = (index: number) => `${'fox'.repeat(60)} ${index}`;
  const many = (from: number) => Array.from({ length: 20 }, (_, index) => line(from + index)).join('\n');
  for (const from of [0, 20]) await fill(world, 'blocklist', 'blocklist-add', { rules: many(from) });
  const answer = await fill(world, 'blocklist', 'blocklist-add', { rules: many(40) });
  expect(allTextOf(answer.message)).toContain(
    errorText('blocklist-full', { what: 'letters', limit: 10_000 }),
  );
  expect(valuesIn(await correct(world, answer))[0]).toBe(many(40));
});

test('limits that can be are set, and the others can be corrected', async () => {
  const world = await startWorld();
  const { discord } = world;
  await fill(world, 'limits', 'limits-edit', { personDaily: '7', serverDaily: '50' });
  const typed = { personDaily: 'ten', serverDaily: '90', personAtOnce: '-1' };
  const answer = await fill(world, 'limits', 'limits-edit', typed);
  const labels = { personDaily: limits.fields.personDaily, personAtOnce: limits.fields.personAtOnce };
  for (const [field, label] of Object.entries(labels))
    expect(answer.message?.content).toContain(
      errorText('not-a-limit', { label, typed: field === 'personDaily' ? 'ten' : '-1', largest: 100_000 }),
    );
  const panel = textOf(await openPanel(world, 'limits'));
  expect(panel).toContain('Each person: **7**');
  expect(panel).toContain('Whole server: **90**');
  const form = await correct(world, answer);
  expect(valuesIn(form)).toEqual(['ten', '90', '-1', undefined]);
  await discord.as(discord.world.admin.id).submitModal(form, { personDaily: '10', personAtOnce: '1' });
  expect(textOf(await openPanel(world, 'limits'))).toContain('Each person: **10**');
});

test('a style whose name is taken is corrected in its form, with all that was typed and chosen', async () => {
  const world = await startWorld();
  const { discord } = world;
  await make(world, { name: 'Poster', text: 'in red' }, 'server');
  const style = { name: 'POSTER', text: 'in ink', aspectRatio: '16:9' };
  const answer = await make(world, style, 'server');
  expect(textOf(answer.message)).toContain(errorText('style-name-taken', { name: 'POSTER' }));
  const form = await correct(world, answer);
  expect(valuesIn(form)).toEqual(['POSTER', 'in ink', [], ['16:9'], []]);
  const done = await discord.as(discord.world.admin.id).submitModal(form, { name: 'Ink' });
  expect(JSON.stringify(done.message)).toContain('Ink');
});

test('what one person typed is shown to that person alone', async () => {
  const world = await startWorld();
  const answer = await make(world, { name: 'Poster', text: ' ' }, 'server');
  const { discord } = world;
  const [button] = (answer.message?.components ?? []).flatMap(({ components = [] }) => components);
  const other = await discord.as(discord.world.member.id).slash(discord.world.atelier.channelId, 'styles');
  const forged = await forgeClick(discord.as(discord.world.member.id), idOf(other), button?.custom_id ?? '');
  expect(forged.modal).toBeUndefined();
});
