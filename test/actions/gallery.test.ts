import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { openSettings } from '../world/admin-panels.ts';
import { Permission } from '../../sandbox/discord/index.ts';
import { ask, expectAllClosed, expectPainted, press, requestsOf, type Asking } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectPictures } from '../world/messages.ts';
import { erase } from '../world/privacy.ts';
import { startWorld, type World, type WorldOptions } from '../world/world.ts';
import { deleteBy, finishedCard } from './cards.ts';

/** A world whose second channel is the gallery, for cards with so many stars. */
const startGallery = async (stars = '2', options: WorldOptions = {}): Promise<World> => {
  const world = await startWorld(options);
  const { discord } = world;
  const { atelier, admin } = discord.world;
  const id = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(id, customId('settings', 'gallery'), [atelier.secondChannelId]);
  await discord.as(admin.id).select(id, customId('settings', 'stars'), [stars]);
  return world;
};

const posts = ({ discord }: World) => discord.messagesIn(discord.world.atelier.secondChannelId);
const star = ({ discord }: World, personId: string, card: string): void =>
  discord.as(personId).react(card, '⭐');

/** Stars that come at once are counted together, after a second. */
const expectStars = (world: World, stars: number, passMs = 100) =>
  expect
    .poll(() => {
      world.clock.advance(passMs);
      return posts(world)[0]?.content ?? '';
    })
    .toContain(`⭐ **${stars}**`);

const expectPosts = (world: World, count: number) =>
  expect
    .poll(() => {
      world.clock.advance(100);
      return posts(world);
    })
    .toHaveLength(count);

/** A finished card. */
const painted = async (world: World, prompt?: string, asking?: Asking): Promise<string> => {
  const card = await expectPainted(world, prompt, asking);
  await expectAllClosed(world);
  return card;
};

const starred = async (world: World, card: string, stars = 2): Promise<string> => {
  const { secondMember, admin } = world.discord.world;
  star(world, secondMember.id, card);
  star(world, admin.id, card);
  await expectStars(world, stars);
  return posts(world)[0]?.id ?? '';
};

/** Waits until a card's stars are counted once more. Counts come one after the other: the one before is over then. */
const expectCounts = ({ discord, clock }: World, card: string, counts: number) =>
  expect
    .poll(() => {
      clock.advance(100);
      return requestsOf(discord, 'GET', new RegExp(`${card}/reactions`)).length / 2;
    })
    .toBe(counts);

/** A person stars a card, and it isn't posted for that. */
const starredInVain = async (world: World, card: string): Promise<void> => {
  const { secondMember } = world.discord.world;
  star(world, secondMember.id, card);
  await expectCounts(world, card, 1);
  world.discord.as(secondMember.id).unreact(card, '⭐');
  await expectCounts(world, card, 2);
  expect(posts(world)).toHaveLength(0);
};

describe('a card in the gallery', () => {
  test('stands there once, with maker, prompt and link, when others gave it enough stars, over restarts', async () => {
    const world = await startGallery();
    const { member } = world.discord.world;
    const card = await painted(world, 'a lighthouse');
    star(world, member.id, card);
    await starred(world, card);
    const [post] = posts(world);
    expect(post?.content).toContain(`<@${member.id}>`);
    expect(post?.content).toContain(card);
    expect(post?.content).toContain('a lighthouse');
    expect(post?.embeds).toHaveLength(4);
    await world.restart();
    world.discord.as(member.id).unreact(card, '⭐');
    world.discord.as(world.discord.world.admin.id).unreact(card, '⭐');
    await expectStars(world, 1, MINUTE_MS);
    expect(posts(world)).toHaveLength(1);
    expect(posts(world)[0]?.embeds).toHaveLength(4);
    expect(posts(world)[0]?.content).toContain('a lighthouse');
  });

  test('counts super reactions, which Discord lists apart', async () => {
    const world = await startGallery('1');
    const card = await painted(world);
    world.discord.faults.answer(
      { method: 'GET', route: /reactions\/(?!.*type=1)/, times: Infinity },
      { status: 200, body: [] },
    );
    star(world, world.discord.world.admin.id, card);
    await expectStars(world, 1);
  });

  test('changes its count at most once a minute', async () => {
    const world = await startGallery();
    const card = await painted(world);
    await starred(world, card);
    const postedAt = world.clock.now();
    world.discord.as(world.discord.world.admin.id).unreact(card, '⭐');
    await expectStars(world, 1, 5_000);
    expect(world.clock.now() - postedAt).toBeGreaterThan(MINUTE_MS - 10_000);
  });

  test('is counted together where a hundred people star it at once', async () => {
    const world = await startGallery('25');
    const { discord } = world;
    const card = await painted(world);
    for (let number = 0; number < 100; number += 1) {
      const { id } = discord.addUser({ username: `fan${number}` });
      discord.addMember(discord.world.atelier.guild.id, id);
      star(world, id, card);
    }
    await expectStars(world, 100);
    expect(posts(world)).toHaveLength(1);
    expect(requestsOf(discord, 'GET', /reactions/).length).toBeLessThan(10);
  });

  test('goes when its maker or a moderator deletes the card', async () => {
    const world = await startGallery();
    const { member, admin } = world.discord.world;
    for (const personId of [member.id, admin.id]) {
      const card = await painted(world);
      await starred(world, card);
      await deleteBy(world, personId, card);
      await expect.poll(() => posts(world)).toHaveLength(0);
    }
  });

  test('goes as soon as it stands, where the card was deleted while it was on its way', async () => {
    const world = await startGallery('1');
    const { discord, clock } = world;
    const { admin, secondMember } = discord.world;
    const card = await painted(world);
    const held = discord.faults.hang({ method: 'POST', route: /channels\/\d+\/messages$/ });
    star(world, secondMember.id, card);
    await expect
      .poll(() => {
        clock.advance(100);
        return held.waiting;
      })
      .toBe(1);
    await deleteBy(world, admin.id, card);
    held.release();
    await discord.until(() => posts(world).length === 1, { what: 'the post' });
    await expectPosts(world, 0);
  });

  test('goes when its maker deletes their data', async () => {
    const world = await startGallery();
    await starred(world, await painted(world));
    await erase(world.discord, world.discord.world.member.id);
    await expect.poll(() => posts(world)).toHaveLength(0);
  });

  test('goes when its maker deletes their data, however many there are', async () => {
    const roomy = { requests: 1_000, perMs: 1_000 };
    const rateLimits = {
      global: roomy,
      interactionToken: roomy,
      other: roomy,
      reactions: roomy,
      channelMessages: { requests: 1, perMs: 100 },
    };
    const world = await startGallery('1', { discord: { rateLimits } });
    const { member, admin } = world.discord.world;
    const numbers = Array.from({ length: 10 }, (_none, index) => index);
    const cards = await Promise.all(numbers.map((number) => ask(world, `fox ${number}`)));
    await expectAllClosed(world);
    for (const [index, card] of cards.entries()) {
      star(world, admin.id, card);
      await expectPosts(world, index + 1);
    }
    await erase(world.discord, member.id);
    await expectPosts(world, 0);
  });

  test('stands there once also where the answer of Discord is lost', async () => {
    const world = await startGallery();
    const { discord } = world;
    const { atelier, admin } = discord.world;
    const card = await painted(world);
    discord.faults.cutOff({ method: 'POST', route: new RegExp(atelier.secondChannelId), times: 2 });
    await starred(world, card);
    discord.as(admin.id).unreact(card, '⭐');
    await expectStars(world, 1, 5_000);
    expect(posts(world)).toHaveLength(1);
  });

  test('comes later where Discord refused it at first', async () => {
    const world = await startGallery('1');
    const { discord } = world;
    const { atelier, admin, secondMember } = discord.world;
    const card = await painted(world);
    const missing = { status: 403, body: { code: 50_013, message: 'Missing Permissions' } };
    discord.faults.answer({ method: 'POST', route: new RegExp(atelier.secondChannelId) }, missing);
    star(world, admin.id, card);
    await expectCounts(world, card, 1);
    star(world, secondMember.id, card);
    await expectStars(world, 2);
  });
});

describe('the gallery', () => {
  test('counts neither the stars of makers nor those of bots', async () => {
    const world = await startGallery('1');
    const { discord } = world;
    const { atelier, member, admin } = discord.world;
    const card = await painted(world);
    const bot = discord.addUser({ username: 'counter', bot: true });
    discord.addMember(atelier.guild.id, bot.id);
    star(world, member.id, card);
    await expectCounts(world, card, 1);
    star(world, bot.id, card);
    await expectCounts(world, card, 2);
    discord.as(member.id).unreact(card, '⭐');
    await expectCounts(world, card, 3);
    expect(posts(world)).toHaveLength(0);
    star(world, admin.id, card);
    await expectStars(world, 1);
  });

  test('never shows what was private, published or not', async () => {
    const world = await startGallery('1');
    const { discord } = world;
    const { member, admin } = discord.world;
    const card = await finishedCard(world, { options: { private: true } });
    const { message } = await press(discord, member.id, card.id, ENGLISH.card.buttons.publish);
    const published = await expectPictures(discord, message?.id ?? '', 4);
    await expectAllClosed(world);
    star(world, admin.id, published.id);
    const open = await painted(world);
    star(world, admin.id, open);
    await expectStars(world, 1);
    expect(posts(world).map(({ content }) => content.includes(open))).toEqual([true]);
    expect(requestsOf(discord, 'GET', new RegExp(`${published.id}/reactions`))).toEqual([]);
  });

  test('keeps what is hidden behind a click hidden, also when the count changes', async () => {
    const world = await startGallery('1');
    const card = await ask(world, 'a surprise', { options: { spoiler: true } });
    await expectAllClosed(world);
    await starred(world, card);
    await expectStars(world, 2, MINUTE_MS);
    const [post] = posts(world);
    expect(post?.embeds).toEqual([]);
    expect(post?.attachments).toHaveLength(4);
    for (const { filename } of post?.attachments ?? []) expect(filename).toMatch(/^SPOILER_/);
  });

  test('shows pictures out of an age-restricted channel only when it is one itself', async () => {
    const world = await startGallery('1');
    const { discord } = world;
    const { atelier, admin } = discord.world;
    discord.restrictChannelByAge(atelier.channelId);
    const thread = discord.addThread(atelier.channelId, 'deeper');
    const cards = [await painted(world), await painted(world, 'a fox', { channelId: thread.id })];
    for (const card of cards) await starredInVain(world, card);
    discord.restrictChannelByAge(atelier.secondChannelId);
    for (const card of cards) star(world, admin.id, card);
    await expect.poll(() => posts(world)).toHaveLength(2);
  });

  test('shows pictures out of a voice channel only when everybody may connect', async () => {
    const world = await startGallery('1');
    const { discord } = world;
    const { atelier, admin } = discord.world;
    const card = await painted(world);
    const overwrite = {
      id: atelier.everyoneRoleId,
      type: 0,
      allow: '0',
      deny: String(PermissionFlagsBits.Connect),
    };
    const voice = {
      id: atelier.channelId,
      guild_id: atelier.guild.id,
      type: ChannelType.GuildVoice,
      flags: 0,
      name: 'lounge',
      position: 0,
      parent_id: null,
      nsfw: false,
      permission_overwrites: [overwrite],
      bitrate: 64_000,
      user_limit: 0,
      rtc_region: null,
      rate_limit_per_user: 0,
      last_message_id: null,
    };
    const route = new RegExp(`/channels/${atelier.channelId}$`);
    discord.faults.answer({ method: 'GET', route, times: Infinity }, { status: 200, body: voice });
    await starredInVain(world, card);
    discord.faults.clear();
    star(world, admin.id, card);
    await expectStars(world, 1);
  });

  test('shows pictures out of a hidden channel only when it is hidden from the same people', async () => {
    const world = await startGallery('1');
    const { discord } = world;
    const { atelier, secondMember, member } = discord.world;
    const insiders = discord.addRole(atelier.guild.id, { name: 'Insiders' });
    const insider = discord.addUser({ username: 'ines' });
    for (const { id } of [insider, secondMember, member])
      discord.addMember(atelier.guild.id, id, [insiders.id]);
    const hide = (channelId: string) => {
      const overwrite = { type: 'role' as const, allow: 0n, deny: 0n };
      discord.setOverwrite(channelId, {
        ...overwrite,
        id: atelier.everyoneRoleId,
        deny: Permission.ViewChannel,
      });
      discord.setOverwrite(channelId, { ...overwrite, id: insiders.id, allow: Permission.ViewChannel });
      const botId = discord.applicationId;
      discord.setOverwrite(channelId, {
        ...overwrite,
        type: 'member',
        id: botId,
        allow: Permission.ViewChannel,
      });
    };
    hide(atelier.channelId);
    const card = await painted(world);
    await starredInVain(world, card);
    hide(atelier.secondChannelId);
    star(world, insider.id, card);
    await expectStars(world, 1);
  });
});
