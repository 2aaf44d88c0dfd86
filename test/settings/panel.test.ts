import { describe, expect, test } from 'vitest';
import { ClientRefusal, type Discord, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { startWorld } from '../world/world.ts';
import { expectPictures, idOf, labelsOf, textOf } from '../world/messages.ts';
import { addAgain, controlsOf, demote, openSettings } from '../world/admin-panels.ts';
import { errorText } from '../world/words.ts';

const { names, byDefault, on } = ENGLISH.settings;
const shows = (name: keyof typeof names, value: string) => `${names[name]}: ${value}`;

const setting = (name: string, number?: number) => customId('settings', name, number);
const timeZoneForm = customId('settings-form', 'time-zone');

describe('the panel', () => {
  test('is private, and offered to those who can manage the server', async () => {
    const { discord } = await startWorld();
    const { atelier, admin, member } = discord.world;
    const result = await discord.as(admin.id).slash(atelier.channelId, 'settings');
    expect(result.message?.flags).toBe(64);
    expect(controlsOf(result.message)).toContain(shows('mode', byDefault('fast')));
    await expect(discord.as(member.id).slash(atelier.channelId, 'settings')).rejects.toThrow(ClientRefusal);
  });

  test('does nothing any more for somebody whose right was taken away', async () => {
    const { discord } = await startWorld();
    const { atelier, admin } = discord.world;
    const [pictureId, channelsId, peopleId] = [
      await openSettings(discord),
      await openSettings(discord, 'channels'),
      await openSettings(discord, 'people'),
    ];
    const form = await discord.as(admin.id).click(peopleId, timeZoneForm);
    demote(discord);
    const ada = discord.as(admin.id);
    const uses = [
      () => ada.select(pictureId, setting('mode'), ['relaxed']),
      () => ada.click(pictureId, setting('offer-again', 1)),
      () => ada.click(pictureId, customId('settings-page', 'people')),
      () => ada.click(pictureId, customId('settings-check')),
      () => ada.select(channelsId, setting('log-channel'), [atelier.secondChannelId]),
      () => ada.select(peopleId, setting('roles'), [atelier.everyoneRoleId]),
      () => ada.click(peopleId, timeZoneForm),
      () => ada.submitModal(form.modal!, { 'time-zone': 'Europe/Berlin' }),
    ];
    for (const use of uses) {
      const result = await use();
      expect(result.message?.content).toContain(errorText('missing-right', { right: 'Manage Server' }));
      expect(result.message?.flags).toBe(64);
    }
    expect(controlsOf(discord.message(pictureId))).toContain(shows('mode', byDefault('fast')));
  });

  test("refuses a person to whom the server shows the command, but who can't manage it", async () => {
    const { discord } = await startWorld();
    const { atelier, member } = discord.world;
    for (const command of discord.commands()) command.default_member_permissions = null;
    for (const name of ['settings', 'blocklist']) {
      const result = await discord.as(member.id).slash(atelier.channelId, name);
      expect(result.message?.content).toContain(errorText('missing-right', { right: 'Manage Server' }));
    }
  });

  test('keeps what was chosen, also after a restart, and lets it be taken back', async () => {
    const { discord, restart } = await startWorld();
    const { admin } = discord.world;
    const ada = discord.as(admin.id);
    const id = await openSettings(discord);
    await ada.select(id, setting('mode'), ['relaxed']);
    await ada.select(id, setting('size'), ['4K']);
    await ada.select(id, setting('aspectRatio'), ['16:9']);
    await ada.click(id, setting('offer-again', 1));
    await ada.click(id, setting('spoiler', 1));
    const chosen = controlsOf(discord.message(id));
    expect(chosen).toContain(shows('mode', 'relaxed'));
    expect(chosen).toContain(shows('size', '4K'));
    expect(chosen).toContain(shows('aspectRatio', '16:9'));
    expect(chosen).toContain(shows('offer-again', on));
    expect(chosen).toContain(shows('spoiler', on));
    await restart();
    expect(controlsOf(discord.message(await openSettings(discord)))).toEqual(chosen);
    await ada.select(id, setting('mode'), ['none']);
    expect(controlsOf(discord.message(id))).toContain(shows('mode', byDefault('fast')));
    expect(controlsOf(discord.message(id))).toContain(shows('size', '4K'));
  });

  test('is one server’s own', async () => {
    const { discord } = await startWorld();
    const { gallery, admin } = discord.world;
    await discord.as(admin.id).select(await openSettings(discord), setting('mode'), ['relaxed']);
    const other = await discord.as(admin.id).slash(gallery.channelId, 'settings');
    expect(controlsOf(other.message)).toContain(shows('mode', byDefault('fast')));
  });

  test('does a thing once when two people press the same button at once', async () => {
    const { discord } = await startWorld();
    const { admin } = discord.world;
    const id = await openSettings(discord);
    await Promise.all([1, 2].map(() => discord.as(admin.id).click(id, setting('spoiler', 1))));
    expect(controlsOf(discord.message(id))).toContain(shows('spoiler', on));
  });

  test('tells the log who changed what', async () => {
    const { discord, log } = await startWorld();
    const { atelier, admin } = discord.world;
    await discord.as(admin.id).select(await openSettings(discord), setting('mode'), ['relaxed']);
    const line = log.find((text) => text.includes('an admin changed something')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      guildId: atelier.guild.id,
      personId: admin.id,
      change: `${names.mode}: ${byDefault('fast')} → relaxed`,
    });
  });
});

describe('defaults', () => {
  test('are chosen where a command says nothing', async () => {
    const { discord, service } = await startWorld();
    const { atelier, admin, member } = discord.world;
    const ada = discord.as(admin.id);
    const id = await openSettings(discord);
    await ada.select(id, setting('mode'), ['relaxed']);
    await ada.select(id, setting('size'), ['4K']);
    await ada.select(id, setting('aspectRatio'), ['16:9']);
    const mona = discord.as(member.id);
    const answers = [
      await mona.slash(atelier.channelId, 'imagine', { prompt: 'one' }),
      await mona.slash(atelier.channelId, 'imagine', { prompt: 'two', mode: 'fast' }),
      await mona.slash(atelier.channelId, 'gen', { prompt: 'three' }),
      await mona.slash(atelier.channelId, 'gen', { prompt: 'four', size: '1K', aspect_ratio: '1:1' }),
    ];
    for (const [index, answer] of answers.entries())
      await expectPictures(discord, idOf(answer), index < 2 ? 4 : 1);
    const bodies = service.submissions.map(({ body }) => body);
    expect(bodies).toContainEqual({ prompt: 'one --ar 16:9', mode: 'relaxed' });
    expect(bodies).toContainEqual({ prompt: 'two --ar 16:9', mode: 'fast' });
    expect(bodies).toContainEqual({ prompt: 'Draw: three', size: '4K', aspect_ratio: '16:9' });
    expect(bodies).toContainEqual({ prompt: 'Draw: four', size: '1K', aspect_ratio: '1:1' });
  });
});

describe('pictures', () => {
  const paint = async (discord: Discord, channelId: string): Promise<Message> => {
    const answer = await discord.as(discord.world.member.id).slash(channelId, 'gen', { prompt: 'a fox' });
    return discord.until(
      () =>
        discord.message(idOf(answer))?.embeds[0]?.footer?.text.includes('×') === true &&
        discord.message(idOf(answer)),
      {
        what: 'the finished card',
      },
    );
  };
  const isSpoiler = (message: Message): boolean => JSON.stringify(message.attachments).includes('SPOILER_');

  test('are spoilers where the server wants that', async () => {
    const { discord } = await startWorld();
    const { atelier, admin } = discord.world;
    expect(isSpoiler(await paint(discord, atelier.channelId))).toBe(false);
    await discord.as(admin.id).click(await openSettings(discord), setting('spoiler', 1));
    expect(isSpoiler(await paint(discord, atelier.channelId))).toBe(true);
  });

  test('carry 🔄, and a line that says what it does, where the server wants that', async () => {
    const { discord } = await startWorld();
    const { atelier } = discord.world;
    const plain = await paint(discord, atelier.channelId);
    expect(textOf(plain)).not.toContain(ENGLISH.card.offersAgain);
    await addAgain(discord);
    const offered = await paint(discord, atelier.channelId);
    expect(textOf(offered)).toContain(ENGLISH.card.offersAgain);
    expect(labelsOf(offered)).toEqual([
      ['Edit', 'Vary', 'Redraw in 4K'],
      ['Edit prompt', '🗑️'],
    ]);
    await discord.until(() => (discord.message(offered.id)?.reactions ?? []).length === 1, {
      what: 'the reaction',
    });
    expect(discord.message(plain.id)?.reactions ?? []).toEqual([]);
  });
});

describe('the time zone', () => {
  test('is set in a form, by its name', async () => {
    const { discord, restart } = await startWorld();
    const ada = discord.as(discord.world.admin.id);
    const id = await openSettings(discord, 'people');
    const form = await ada.click(id, timeZoneForm);
    const wrong = await ada.submitModal(form.modal!, { 'time-zone': 'Middle *Earth*' });
    expect(wrong.message?.content).toContain(errorText('unknown-time-zone', { timeZone: 'Middle *Earth*' }));
    expect(wrong.message?.content).toContain('`Middle *Earth*`');
    await ada.submitModal((await ada.click(id, timeZoneForm)).modal!, { 'time-zone': 'europe/berlin' });
    expect(controlsOf(discord.message(id))).toContain(shows('time-zone', 'Europe/Berlin'));
    await restart();
    const panel = await openSettings(discord, 'people');
    expect(controlsOf(discord.message(panel))).toContain(shows('time-zone', 'Europe/Berlin'));
  });
});

describe('who may ask', () => {
  test('is everybody, or those with one of the roles, or who can manage the server', async () => {
    const { discord, service } = await startWorld();
    const { atelier, admin, member, secondMember } = discord.world;
    const painter = discord.addRole(atelier.guild.id, { name: 'Painter' });
    discord.guild(atelier.guild.id)?.members.get(member.id)?.roleIds.push(painter.id);
    await discord.as(admin.id).select(await openSettings(discord, 'people'), setting('roles'), [painter.id]);
    const other = discord.as(secondMember.id);
    const refused = await other.slash(atelier.channelId, 'imagine', { prompt: 'a fox' });
    expect(refused.message?.content).toContain(`<@&${painter.id}>`);
    expect(refused.message?.flags).toBe(64);
    const allowed = [
      await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt: 'a fox' }),
      await discord.as(admin.id).slash(atelier.channelId, 'imagine', { prompt: 'a fox' }),
    ];
    for (const answer of allowed) await expectPictures(discord, idOf(answer), 4);
    expect(service.submissions).toHaveLength(2);
    const elsewhere = await other.slash(secondMember.directChannelId, 'imagine', { prompt: 'a fox' });
    await expectPictures(discord, idOf(elsewhere), 4);
  });
});
