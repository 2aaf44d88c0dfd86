import { describe, expect, test } from 'vitest';
import { SERVERS } from './storage/fresh-server.ts';
import { customId } from '../src/messages/custom-id.ts';
import { ENGLISH, wordsIn } from '../src/messages/language.ts';
import {
  ask,
  expectLogged,
  expectOpenJobs,
  expectPainted,
  expectSubmissions,
  interact,
  press,
  typeCommand,
} from './world/asking.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './world/durations.ts';
import { eventually } from './world/eventually.ts';
import { forgeClick } from './world/forging.ts';
import { errorText } from './world/words.ts';
import { setNumbers } from './world/admin-panels.ts';
import { openAccounts, SERVER_KEY, setKey } from './world/keys.ts';
import {
  allTextOf,
  expectAnswer,
  expectPictures,
  expectRefusal,
  expectText,
  idOf,
  labelsOf,
  textOf,
} from './world/messages.ts';
import { startWorld, type World, type WorldOptions } from './world/world.ts';

const { operator: texts } = ENGLISH;

const asOperator = ({ discord }: World) => ({ personId: discord.world.admin.id, place: 'direct' }) as const;

const pressHere = (world: World, panel: string, label: string) =>
  press(world.discord, world.discord.world.admin.id, panel, label);

const openPanel = async (world: World): Promise<string> => {
  const help = idOf(await typeCommand(world, 'help', {}, asOperator(world)));
  await pressHere(world, help, texts.title);
  return help;
};

describe('the totals of the operator’s key', () => {
  test('hold for all servers together, also for requests in progress and over restarts, until they reset', async () => {
    const world = await startWorld({ env: { SHARED_KEY_DAILY_TOTAL: '3' } });
    const { discord, service, clock } = world;
    const elsewhere = { channelId: discord.world.gallery.channelId };
    await expectPainted(world);
    await expectPainted(world, 'in another server', elsewhere);
    service.planTasks({ durationMs: 600_000 });
    await ask(world, 'the third is in progress');
    await expectSubmissions(world, 3);
    expect(expectRefusal(await interact(world))).toMatch(
      /bot's own API key pays here, and its limit for today is used up.*<t:\d+:R>/s,
    );
    expect(expectRefusal(await interact(world, 'no', elsewhere))).toMatch(/for today is used up/);
    await world.restart();
    expect(expectRefusal(await interact(world))).toMatch(/for today is used up/);
    clock.advance(DAY_MS);
    await expectPainted(world);
  });

  test('let none of ten through when two are left and all come at the same moment', async () => {
    const world = await startWorld({ env: { SHARED_KEY_MONTHLY_TOTAL: '2' } });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => interact(world, `fox ${index}`)),
    );
    const refused = answers.filter(({ message }) => (message ? textOf(message) : '').includes('this month'));
    expect(refused).toHaveLength(8);
    await expectSubmissions(world, 2);
  });

  for (const store of [{ title: 'SQLite', available: true, fresh: undefined }, ...SERVERS])
    test.skipIf(!store.available)(
      `and the share of a server count what the service took, whatever became of it: ${store.title}`,
      async () => {
        const env = { SHARED_KEY_DAILY_TOTAL: '5', SHARED_KEY_DAILY_LIMIT: '3' };
        const storeUrl = await store.fresh?.();
        const world = await startWorld({
          env: storeUrl === undefined ? env : { ...env, STORE_URL: storeUrl },
        });
        const { discord, service } = world;
        const { atelier, gallery } = discord.world;
        const elsewhere = { channelId: gallery.channelId };
        const taken = () => service.tasks.length;
        // A request that was declined costs nothing.
        service.faults.order({ kind: 'status', status: 400, operation: 'artgen.submit' });
        await expectText(discord, await ask(world, 'declined'), ENGLISH.card.declined);
        service.planTasks({ failReason: 'no' }, 12);
        for (let count = 0; count < 3; count += 1)
          await expectText(discord, await ask(world, 'a word that it refuses'), ENGLISH.card.couldNotMake);
        for (let count = 3; count < 12; count += 1)
          expect(expectRefusal(await interact(world))).toContain('limit for today is used up');
        expect(taken()).toBe(3);
        service.faults.order({ kind: 'cut-off', operation: 'artgen.submit', moment: 'after' });
        await expectText(discord, await ask(world, 'in doubt', elsewhere), ENGLISH.card.unknown.title);
        await expectText(discord, await ask(world, 'the fifth', elsewhere), ENGLISH.card.couldNotMake);
        await expectOpenJobs(world, 0);
        await world.restart();
        expect(expectRefusal(await interact(world, 'no', elsewhere))).toMatch(/for today is used up/);
        expect(expectRefusal(await interact(world))).toContain('limit for today is used up');
        expect(taken()).toBe(5);
        const said = textOf(discord.message(await openPanel(world)));
        expect(said).toContain('5 of 5 today');
        expect(said).toContain(`\`${atelier.guild.id}\` · 3 this month`);
        expect(said).toContain(`\`${gallery.guild.id}\` · 2 this month`);
      },
    );

  test('don’t count what a server pays for itself, and the metrics say who paid', async () => {
    const world = await startWorld({ env: { SHARED_KEY_DAILY_TOTAL: '1' } });
    const { discord } = world;
    openAccounts(world);
    await setKey(discord, SERVER_KEY);
    await expectPainted(world);
    await expectPainted(world);
    await expectPainted(world, 'with the key of another', { channelId: discord.world.gallery.channelId });
    const metrics = await (await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`)).text();
    const lines = metrics
      .split('\n')
      .filter((line) => line.startsWith('easel_submissions_total{outcome="taken"'));
    expect(lines.sort()).toEqual([
      'easel_submissions_total{outcome="taken",payer="own"} 2',
      'easel_submissions_total{outcome="taken",payer="shared"} 1',
    ]);
  });
});

test('SHARED_KEY_SERVERS names those for which the operator pays', async () => {
  const world = await startWorld({
    prepare: ({ discord, env }) => {
      env['SHARED_KEY_SERVERS'] = `${discord.world.atelier.guild.id}, 123456789012345678`;
      return Promise.resolve();
    },
  });
  const { discord } = world;
  await expectPainted(world);
  const elsewhere = await interact(world, 'no', { channelId: discord.world.gallery.channelId });
  expect(expectRefusal(elsewhere)).toContain(errorText('no-key', { inServer: true }));
  const direct = await interact(world, 'no', { place: 'direct' });
  expect(expectRefusal(direct)).toContain(errorText('no-key', { inServer: false }));
});

describe('the operator’s panel', () => {
  test('is for who runs the bot alone, its buttons as well', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { member } = discord.world;
    const mona = discord.as(member.id);
    await pressHere(world, await openPanel(world), texts.pause);
    const help = await expectAnswer(discord, await typeCommand(world, 'help', {}, { place: 'direct' }));
    expect(labelsOf(help).flat()).not.toContain(texts.title);
    const denied = await forgeClick(mona, help.id, customId('operator'));
    expect(expectRefusal(denied)).toBe(errorText('operator-only'));
    discord.setApplicationOwner(member.id);
    await forgeClick(mona, help.id, customId('operator'));
    expect(textOf(discord.message(help.id))).toContain(texts.isPaused);
    discord.setApplicationOwner(discord.world.admin.id);
    const forged = await mona.click(help.id, customId('operator-pause', 'off'));
    expect(expectRefusal(forged)).toBe(errorText('operator-only'));
    expect(expectRefusal(await interact(world))).toContain(errorText('paused'));
  });

  test('shows the servers by name with what they used, and what the key has paid of its totals', async () => {
    const world = await startWorld({
      env: { SHARED_KEY_DAILY_TOTAL: '50', SHARED_KEY_MONTHLY_TOTAL: '900' },
    });
    const { discord } = world;
    await expectPainted(world);
    await expect.poll(async () => textOf(discord.message(await openPanel(world)))).toContain('1 of 50 today');
    const said = textOf(discord.message(await openPanel(world)));
    const { atelier, gallery } = discord.world;
    expect(said).toContain('1 of 900 this month');
    expect(said).toContain(`1. **${atelier.guild.name}** \`${atelier.guild.id}\` · 1 this month`);
    expect(said).toContain(`**${gallery.guild.name}** \`${gallery.guild.id}\` · 0 this month`);
  });

  test('finds servers by a part of their name or ID', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { admin, member, atelier } = discord.world;
    for (let count = 1; count <= 12; count += 1)
      discord.addGuild({ name: `Foxes ${count}`, memberIds: [member.id] });
    const panel = await openPanel(world);
    const find = async (text: string) => {
      const { modal } = await pressHere(world, panel, texts.find);
      await discord.as(admin.id).submitModal(modal!, { text });
      return allTextOf(discord.message(panel));
    };
    expect(await find(' foxes ')).toContain('12 servers with `foxes` in the name or ID:');
    await pressHere(world, panel, ENGLISH.history.older);
    const second = textOf(discord.message(panel));
    expect(second).toContain('11. **Foxes');
    expect(second).not.toContain(atelier.guild.name);
    expect(await find(atelier.guild.id)).toContain(`1. **${atelier.guild.name}**`);
    expect(await find('nowhere')).toContain('0 servers with');
    await pressHere(world, panel, texts.back);
    expect(textOf(discord.message(panel))).toContain(texts.servers(14));
  });

  test('pauses new requests everywhere, over restarts, while those in progress go on', async () => {
    const world = await startWorld({ isHurried: true });
    const { discord, service } = world;
    service.planTasks({ durationMs: 3_000 });
    const card = await ask(world, 'in progress');
    const panel = await openPanel(world);
    await pressHere(world, panel, texts.pause);
    await expectPictures(discord, card, 4);
    expect(expectRefusal(await interact(world))).toContain(errorText('paused'));
    await world.restart();
    expect(expectRefusal(await interact(world, 'no', { place: 'direct' }))).toContain(errorText('paused'));
    await pressHere(world, panel, texts.resume);
    await expectPainted(world);
  });

  test('bars a server, and a person everywhere, and takes both back', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { admin, member, secondMember, atelier, gallery } = discord.world;
    const panel = await openPanel(world);
    await discord.as(admin.id).select(panel, customId('operator-server'), [atelier.guild.id]);
    await pressHere(world, panel, texts.bar);
    expect(expectRefusal(await interact(world))).toContain(errorText('barred', { what: 'server' }));
    await pressHere(world, panel, texts.unbar);
    await pressHere(world, panel, texts.back);
    const type = async (id: string) => {
      const { modal } = await pressHere(world, panel, texts.person);
      if (!modal) throw new Error('no form');
      await discord.as(admin.id).submitModal(modal, { id });
    };
    await type('nobody');
    expect(allTextOf(discord.message(panel))).toContain(texts.noId);
    await type(` ${member.id}`);
    for (const where of [{}, { channelId: gallery.channelId }, { place: 'direct' as const }])
      expect(expectRefusal(await interact(world, 'no', where))).toContain(
        errorText('barred', { what: 'person' }),
      );
    await expectPainted(world, 'others', { personId: secondMember.id });
    expect(allTextOf(discord.message(panel))).toContain(`<@${member.id}>`);
    await type(member.id);
    await expectPainted(world);
  });

  test('leaves a server once that is confirmed', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { admin, gallery } = discord.world;
    const panel = await openPanel(world);
    await discord.as(admin.id).select(panel, customId('operator-server'), [gallery.guild.id]);
    await pressHere(world, panel, texts.leave);
    expect(allTextOf(discord.message(panel))).toContain(texts.askLeave);
    await pressHere(world, panel, texts.leave);
    expect(allTextOf(discord.message(panel))).toContain(texts.left);
    expect(allTextOf(discord.message(panel))).not.toContain(gallery.guild.id);
  });

  test('deletes the data of a person who asked for it, and of nobody else', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { admin, member, secondMember } = discord.world;
    await expectPainted(world, 'mine');
    await expectPainted(world, 'theirs', { personId: secondMember.id });
    await expectOpenJobs(world, 0);
    const panel = await openPanel(world);
    const { modal } = await pressHere(world, panel, texts.erase);
    if (!modal) throw new Error('no form');
    const asked = await discord.as(admin.id).submitModal(modal, { person: member.id });
    const question = await expectAnswer(discord, asked);
    expect(textOf(question)).toMatch(/Delete everything[^]*: 1/);
    await pressHere(world, question.id, texts.erase);
    expect(textOf(discord.message(question.id))).toContain(texts.erased(member.id, 0));
    const again = await pressHere(world, panel, texts.erase);
    const nothing = await discord.as(admin.id).submitModal(again.modal!, { person: '123456789012345678' });
    expect(textOf(await expectAnswer(discord, nothing))).toContain('Nothing is stored');
    await expectLogged(world, 'the person who runs the bot decided');
    const historyOf = async (personId: string) =>
      allTextOf((await typeCommand(world, 'history', {}, { personId })).message);
    expect(await historyOf(member.id)).not.toContain('mine');
    expect(await historyOf(secondMember.id)).toContain('theirs');
  });
});

describe('the person who runs the bot', () => {
  const { notices } = texts;
  const { failures } = ENGLISH.card;
  const told = ({ discord }: World) =>
    discord.messagesIn(discord.world.admin.directChannelId).map(({ content }) => content);
  const failuresToClean = ({ log }: World) =>
    log.filter((line) => line.includes("couldn't remove expired data")).length;

  const troubles: readonly {
    what: keyof typeof notices;
    options?: WorldOptions;
    meet: (world: World) => Promise<void>;
  }[] = [
    {
      what: 'key',
      meet: async (world) => {
        world.service.closeAccount('test');
        await expectText(world.discord, await ask(world, 'a fox'), failures['refused-key'].title);
      },
    },
    {
      what: 'quota',
      meet: async (world) => {
        world.service.setQuota('test', 0);
        await expectText(world.discord, await ask(world, 'a fox'), failures.quota.title);
      },
    },
    {
      what: 'total',
      options: { env: { SHARED_KEY_DAILY_TOTAL: '1' } },
      meet: async (world) => {
        await interact(world);
        expectRefusal(await interact(world));
      },
    },
    {
      what: 'cleaning',
      meet: async (world) => {
        await setNumbers(world, { personDaily: '5' });
        world.discord.faults.answer({ method: 'GET', route: /@me\/guilds/ }, { status: 400 });
        const { clock } = world;
        const before = failuresToClean(world);
        const isAsleep = () => clock.waits.some((waitMs) => waitMs > HOUR_MS - MINUTE_MS);
        await eventually(() => expect(isAsleep()).toBe(true));
        clock.advance(HOUR_MS);
        await eventually(() => expect(failuresToClean(world)).toBe(before + 1));
      },
    },
  ];

  for (const { what, options, meet } of troubles)
    test(`is written to once a day about: ${what}`, async () => {
      const world = await startWorld(options);
      const { clock } = world;
      await meet(world);
      await eventually(() => expect(told(world)).toEqual([notices[what]]));
      clock.advance(HOUR_MS);
      await meet(world);
      clock.advance(DAY_MS);
      await meet(world);
      await eventually(() => expect(told(world)).toEqual([notices[what], notices[what]]));
    });

  test('is the team’s owner, and is written to in the language of the panel', async () => {
    const application: Record<string, unknown> = {};
    const world = await startWorld({
      discord: { application },
      prepare: ({ discord }) => {
        const { id, username } = discord.world.member.user;
        const plain = { avatar: null, discriminator: '0', global_name: null, primary_guild: null };
        const user = { id, username, ...plain, public_flags: 0, flags: 0 };
        const member = { user, team_id: '1', membership_state: 2, role: 'admin', permissions: ['*'] };
        application['team'] = {
          id: '1',
          name: 'Team',
          icon: null,
          owner_user_id: id,
          members: [member],
        };
        return Promise.resolve();
      },
    });
    const { discord, service } = world;
    const { member } = discord.world;
    member.user.locale = 'de';
    const german = wordsIn('de').operator;
    const help = idOf(await typeCommand(world, 'help', {}, { place: 'direct' }));
    await press(discord, member.id, help, german.title);
    service.setQuota('test', 0);
    await ask(world, 'a fox');
    await discord.until(
      () =>
        discord.messagesIn(member.directChannelId).some(({ content }) => content === german.notices.quota),
      { what: 'a message to the owner of the team' },
    );
  });

  test('who takes no direct messages finds it in the log alone', async () => {
    const world = await startWorld();
    const { discord, service } = world;
    discord.closeDirectMessages(discord.world.admin.id);
    service.setQuota('test', 0);
    await ask(world, 'a fox');
    await expectLogged(world, "couldn't write to the person who runs the bot");
    expect(world.log.find((line) => line.includes("couldn't write to"))).toContain('"level":"info"');
  });
});
