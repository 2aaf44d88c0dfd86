import { expect, test, vi } from 'vitest';
import { promptsOf } from '../world/asking.ts';
import { startWorld } from '../world/world.ts';
import { allTextOf, buttonsOf, expectText, idOf, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { Line } from '../../src/services/jobs/line.ts';

test("one person's thirty jobs delay another's by a few", async () => {
  const { discord, service } = await startWorld({ env: { ACCOUNT_CONCURRENCY: '1' } });
  const { atelier, member, secondMember } = discord.world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  // So many at a time that each is answered within Discord's three seconds.
  for (let ten = 0; ten < 3; ten += 1)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt: `number ${ten}${index}` }),
      ),
    );
  const one = await discord.as(secondMember.id).slash(atelier.channelId, 'imagine', { prompt: 'just one' });
  await expectText(discord, idOf(one), '**Waiting**');
  await service.until(() => held.waiting === 1, { what: 'the first submission' });
  held.release();

  const order = () => promptsOf({ service });
  await service.until(() => order().includes('just one'), { what: 'the other person' });
  expect(order().indexOf('just one')).toBeLessThanOrEqual(3);
});

test('a waiting card tells its place in the queue, and counts down', async () => {
  const { discord, service } = await startWorld({ isHurried: true, env: { ACCOUNT_CONCURRENCY: '1' } });
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const asked = [];
  for (const prompt of ['first', 'second', 'third', 'fourth'])
    asked.push(await person.slash(atelier.channelId, 'imagine', { prompt }));
  const last = asked[3]?.message?.id ?? '';
  await expectText(discord, last, 'place 3 in the queue');
  held.release();
  await discord.until(() => (discord.message(last)?.embeds.length === 4 ? true : undefined), {
    what: 'the last gallery',
  });
});

test('a waiting job is stopped by its button, by nobody but its person, and is never submitted', async () => {
  const { discord, service } = await startWorld({ env: { ACCOUNT_CONCURRENCY: '1' } });
  const { atelier, member, secondMember } = discord.world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt: 'holds the slot' });
  const { message } = await discord
    .as(member.id)
    .slash(atelier.channelId, 'imagine', { prompt: 'not after all' });
  await expect.poll(() => held.waiting).toBe(1);
  const id = message?.id ?? '';
  const button = buttonsOf(message)[ENGLISH.card.buttons.stop] ?? '';

  const stranger = await discord.as(secondMember.id).click(id, button);
  expect(textOf(stranger.message)).toContain(errorText('not-yours'));
  const stopped = await discord.as(member.id).click(id, button);
  expect(textOf(stopped.message)).toContain('nothing was spent');
  await expectText(discord, id, ENGLISH.card.stopped);
  held.release();
  await service.until(() => service.tasks.length === 1, { what: 'the first task' });
  expect(promptsOf({ service })).toEqual(['holds the slot']);
});

test('/history counts the line once, and stops one that waits', async () => {
  const { discord, service } = await startWorld({ isHurried: true, env: { ACCOUNT_CONCURRENCY: '1' } });
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await person.slash(atelier.channelId, 'imagine', { prompt: 'holds the slot' });
  await person.slash(atelier.channelId, 'imagine', { prompt: 'waits' });
  const behind = await person.slash(atelier.channelId, 'imagine', { prompt: 'waits too' });
  await expectText(discord, behind.message?.id ?? '', 'place 2 in the queue');

  const counts = vi.spyOn(Line.prototype, 'waits');
  const { message } = await person.slash(atelier.channelId, 'history');
  // Once, and not for each job that is shown.
  expect(counts).toHaveBeenCalledOnce();
  counts.mockRestore();
  expect(allTextOf(message)).toContain(ENGLISH.card.submitted);
  expect(allTextOf(message)).toContain('**Waiting** · place 2');
  const buttons = message?.components.flatMap(({ components }) => components ?? []) ?? [];
  const stop = buttons.find(({ label }) => label === 'Stop no. 2')?.custom_id ?? '';
  await person.click(message?.id ?? '', stop);
  held.release();
  await service.until(() => service.tasks.length === 2, { what: 'the other tasks' });
  expect(promptsOf({ service })).toEqual(['holds the slot', 'waits too']);
  const after = await person.slash(atelier.channelId, 'history');
  expect(allTextOf(after.message)).not.toContain('place');
});
