import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import {
  answer,
  ask,
  connect,
  imagine,
  IMAGINE,
  interactionFrom,
  register,
  start,
  startWithBot,
} from './helpers.ts';

test('suggestions come back to the one who types', async () => {
  const discord = await start();
  const option = { type: 3, name: 'style', description: 'Style', autocomplete: true };
  await register(discord, { ...IMAGINE, options: [...IMAGINE.options, option] });
  await connect(discord);
  const { interaction, result } = await interactionFrom(discord, () =>
    discord
      .as(discord.world.member.id)
      .autocomplete(discord.world.atelier.channelId, 'imagine', 'style', 'oi', { prompt: 'a fox' }),
  );
  expect(interaction).toMatchObject({
    type: 4,
    data: {
      options: [
        { name: 'prompt', value: 'a fox' },
        { name: 'style', value: 'oi', focused: true },
      ],
    },
  });
  expect((await answer(discord, interaction, { type: 5 })).body.code).toBe(50035);
  await answer(discord, interaction, { type: 8, data: { choices: [{ name: 'Oil', value: 'oil' }] } });
  expect((await result).choices).toMatchObject([{ name: 'Oil', value: 'oil' }]);
});

test('a message menu shows the bot the whole message', async () => {
  const discord = await start();
  await register(discord, { type: 3, name: 'Describe' });
  await connect(discord);
  const said = discord.as(discord.world.admin.id).send(discord.world.atelier.channelId, 'some words');
  const { interaction, result } = await interactionFrom(discord, () =>
    discord.as(discord.world.member.id).menu(discord.world.atelier.channelId, 'Describe', said.id),
  );
  expect(interaction.data).toMatchObject({
    type: 3,
    target_id: said.id,
    resolved: { messages: { [said.id]: { content: 'some words' } } },
  });
  await answer(discord, interaction, { type: 4, data: { content: 'ok' } });
  expect((await result).message?.type).toBe(23);
});

test('in direct messages with the bot there is no guild', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord, discord.world.member.directChannelId);
  expect(interaction).toMatchObject({
    context: 1,
    user: { id: discord.world.member.id },
    authorizing_integration_owners: { '0': '0' },
  });
  expect(interaction.guild_id).toBeUndefined();
  expect(interaction.member).toBeUndefined();
});

const EVERYWHERE = { ...IMAGINE, contexts: [0, 1, 2], integration_types: [0, 1] };

test('an app that only the person has brought along: token only, five follow-ups', async () => {
  const discord = await start();
  await register(discord, EVERYWHERE);
  await connect(discord);
  discord.world.member.user.hasInstalledApplication = true;
  const channel = discord.addPrivateChannel([discord.world.member.id, discord.world.admin.id]);
  const { interaction, result } = await imagine(discord, channel.id);
  expect(interaction).toMatchObject({
    context: 2,
    authorizing_integration_owners: { '1': discord.world.member.id },
  });
  await answer(discord, interaction, { type: 4, data: { content: 'card' } });
  const id = (await result).message!.id;
  const byBot = await ask(discord, 'PATCH', `/channels/${channel.id}/messages/${id}`, { content: 'x' });
  expect(byBot).toMatchObject({ status: 403, body: { code: 50001 } });
  const hook = `/webhooks/${discord.applicationId}/${interaction.token}`;
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1)
    statuses.push((await ask(discord, 'POST', hook, { content: `${n}` }, { token: null })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
});

test('without Use External Apps a brought-along app answers in private', async () => {
  const discord = await start();
  await register(discord, EVERYWHERE);
  await connect(discord);
  discord.world.member.user.hasInstalledApplication = true;
  const { guild, channelId, everyoneRoleId } = discord.addGuild({
    name: 'Elsewhere',
    memberIds: [discord.world.member.id],
    withBot: false,
  });
  discord.setOverwrite(channelId, {
    id: everyoneRoleId,
    type: 'role',
    allow: 0n,
    deny: Permission.UseExternalApps,
  });
  const { interaction, result } = await imagine(discord, channelId);
  expect(interaction).toMatchObject({
    guild_id: guild.id,
    authorizing_integration_owners: { '1': discord.world.member.id },
  });
  await answer(discord, interaction, { type: 4, data: { content: 'card' } });
  expect((await result).message?.ephemeralTo).toBe(discord.world.member.id);
});

test('interactions mention users only, and nobody when told so', async () => {
  const { discord } = await startWithBot();
  const text = `@everyone <@${discord.world.admin.id}> <@&${discord.world.atelier.everyoneRoleId}>`;
  const first = await imagine(discord);
  await answer(discord, first.interaction, { type: 4, data: { content: text } });
  expect((await first.result).message?.pings).toEqual({
    everyone: false,
    users: [discord.world.admin.id],
    roles: [],
  });
  const second = await imagine(discord);
  await answer(discord, second.interaction, {
    type: 4,
    data: { content: text, allowed_mentions: { parse: [] } },
  });
  expect((await second.result).message?.pings).toEqual({ everyone: false, users: [], roles: [] });
});
