import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { finishedCard } from './cards.ts';
import { ask, bodiesOf, openDetails } from '../world/asking.ts';
import { customIdOf, expectText } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('details of what failed have a file for support: the request and its ids, without addresses of its person', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member, secondMember } = discord.world;
  await finishedCard(world);
  const reference_urls = `${service.tasks[0]?.pictureUrls[0] ?? ''}?token=SECRET`;
  const options = {
    prompt: 'give it a hat',
    size: '4K',
    reference_urls,
    hook_url: 'https://hooks.example/SECRET',
  };
  service.planTasks({ failReason: 'too dark' });
  const id = await ask(world, 'a hat', { command: 'gen', options });
  const card = await expectText(discord, id, 'too dark');
  expect(JSON.stringify(bodiesOf(world)[1])).toContain('SECRET');
  await world.restart();
  for (const { id } of [member, secondMember]) {
    const { message: details } = await openDetails(world, card.id, id);
    const support = customIdOf(details, 'copy-for-support');
    const { message } = await discord.as(id).click(details?.id ?? '', support);
    expect(message).toMatchObject({ ephemeralTo: id, content: ENGLISH.details.support });
    const text = await (await fetch(message?.attachments[0]?.url ?? '')).text();
    expect(text).not.toContain('SECRET');
    const facts = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(['requested', 'submitted', 'ended']));
    expect(facts).toMatchObject({
      job: customIdOf(card, 'edit-prompt').split(':')[1],
      task: service.submissions[1]?.taskId,
      state: 'failed',
      family: 'gen',
      body: { prompt: 'give it a hat', size: '4K', referImages: '1 left out' },
    });
  }
});
