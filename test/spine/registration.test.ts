import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';

test('commands are registered once, and again only when they differ', async () => {
  const world = await startWorld();
  const { discord } = world;
  const puts = () =>
    discord.requests.filter(({ method, route }) => method === 'PUT' && route?.endsWith('/commands'));
  expect(puts()).toHaveLength(1);
  expect(discord.commands().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['imagine', 'gen', 'jobs', 'help']),
  );

  await world.restart();
  expect(puts()).toHaveLength(1);

  await fetch(`${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`, {
    method: 'PUT',
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ name: 'imagine', description: 'Something old' }]),
  });
  await world.restart();
  expect(puts()).toHaveLength(3);
  expect(discord.commands().find(({ name }) => name === 'imagine')?.description).not.toBe('Something old');
});
