import { describe, expect, test } from 'vitest';
import { ClientRefusal, type Discord } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { componentsOf, customIdOf, expectPictures, expectRefusal, idOf, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { DAY_MS } from '../world/durations.ts';
import { errorText } from '../world/words.ts';

const { blocklist } = ENGLISH;
const blocked = (part: string): string => errorText('blocked-prompt', { part });

type Slash = ReturnType<Discord['as']>['slash'];
type InteractionResult = Awaited<ReturnType<Slash>>;

const said = (result: InteractionResult): string => textOf(result.message);

/** What the admin types. Every answer must be private. */
const admin = async (discord: Discord, name: string, options: Parameters<Slash>[2] = {}): Promise<string> => {
  const { atelier, admin: ada } = discord.world;
  const result = await discord.as(ada.id).slash(atelier.channelId, `blocklist ${name}`, options);
  expect(result.message?.flags).toBe(64);
  return said(result);
};

const request = (discord: Discord, prompt: string): Promise<InteractionResult> =>
  discord.as(discord.world.member.id).slash(discord.world.atelier.channelId, 'gen', { prompt });

const textFile = (text: string, filename = 'rules.txt') => ({
  filename,
  contentType: 'text/plain',
  bytes: new TextEncoder().encode(text),
});

describe('a rule', () => {
  test('refuses privately and by its name, in every way to ask, and nothing of the prompt leaves', async () => {
    const world = await startWorld();
    const { discord, service, log, restart } = world;
    const { atelier, member } = discord.world;
    expect(await admin(discord, 'add', { rule: 'Nude' })).toBe(blocklist.added.rules('`Nude`'));
    await restart();
    const mona = discord.as(member.id);
    const secret = 'marmalade-palace';
    for (const command of ['imagine', 'gen']) {
      const result = await mona.slash(atelier.channelId, command, { prompt: `a NUDÉ in a ${secret}` });
      expect(said(result)).toContain(blocked('Nude'));
      expect(result.message?.flags).toBe(64);
    }
    await expectPictures(discord, idOf(await request(discord, 'a fox')), 1);
    expect(service.submissions.map(({ body }) => body)).toEqual([{ prompt: 'a fox' }]);
    expect(JSON.stringify(service.calls)).not.toContain(secret);
    expect(log.join('')).not.toContain(secret);
  });

  test('also stops what was painted before from being repeated or edited', async () => {
    const { discord, service } = await startWorld();
    const { member } = discord.world;
    const mona = discord.as(member.id);
    const id = idOf(await request(discord, 'a fox'));
    await expectPictures(discord, id, 1);
    const buttons = (discord.message(id)?.components ?? []).flatMap(({ components = [] }) => components);
    const idBeginning = (action: string) =>
      buttons.find(({ custom_id: id }) => id?.startsWith(`${action}:`) === true)?.custom_id ?? '';
    await admin(discord, 'add', { rule: 'fox' });
    await admin(discord, 'add', { rule: 'wolf' });
    expect(said(await mona.click(id, idBeginning('again')))).toContain(blocked('fox'));
    const form = await mona.click(id, idBeginning('edit-prompt'));
    const refused = await mona.submitModal(form.modal!, { prompt: 'a wolf' });
    expect(said(refused)).toContain(blocked('wolf'));
    expect(service.submissions).toHaveLength(1);
  });

  test('holds in its server alone', async () => {
    const { discord } = await startWorld();
    const { gallery, member } = discord.world;
    await admin(discord, 'add', { rule: 'fox' });
    const elsewhere = await discord.as(member.id).slash(gallery.channelId, 'gen', { prompt: 'a fox' });
    const direct = await discord.as(member.id).slash(member.directChannelId, 'gen', { prompt: 'a fox' });
    for (const result of [elsewhere, direct]) await expectPictures(discord, idOf(result), 1);
  });

  test('can be removed, in any spelling', async () => {
    const { discord } = await startWorld();
    await admin(discord, 'add', { rule: 'dead body' });
    const known = blocklist.known('`Dead BODY`');
    expect(await admin(discord, 'add', { rule: 'Dead  BODY' })).toBe(known);
    expect(await admin(discord, 'remove', { rule: 'corpse' })).toBe(blocklist.noSuch.rules);
    const { atelier, admin: ada } = discord.world;
    const { message } = await discord
      .as(ada.id)
      .slash(atelier.channelId, 'blocklist remove', { rule: 'DEAD BODY' });
    if (!message) throw new Error('no answer');
    expect(textOf(message)).toContain(blocklist.question.rules('`dead body`'));
    expect(componentsOf(message)).toMatchObject([{ style: 4, label: blocklist.remove.rules }]);
    expect(expectRefusal(await request(discord, 'a dead body'))).toContain('dead body');
    await discord.as(ada.id).click(message.id, customIdOf(message, 'blocklist-remove'));
    expect(textOf(discord.message(message.id))).toBe(blocklist.removed.rules('`dead body`'));
    await expectPictures(discord, idOf(await request(discord, 'a dead body')), 1);
  });

  test('is suggested while its removal is typed, to those who may remove it', async () => {
    const { discord } = await startWorld();
    const { atelier, admin: ada, member } = discord.world;
    for (const rule of ['dead body', 'nude', '/nud(e|ity)/']) await admin(discord, 'add', { rule });
    const suggest = (personId: string) =>
      discord.as(personId).autocomplete(atelier.channelId, 'blocklist remove', 'rule', 'NUD');
    expect((await suggest(ada.id)).choices?.map(({ value }) => value)).toEqual(['nude', '/nud(e|ity)/']);
    for (const command of discord.commands()) command.default_member_permissions = null;
    expect((await suggest(member.id)).choices).toEqual([]);
  });

  test("that can't be one is explained, and nothing is added", async () => {
    const { discord } = await startWorld();
    const add = (rule: string) => admin(discord, 'add', { rule });
    const unclosed = { rule: '/(/', reason: 'missing closing )' };
    expect(await add('/(/')).toBe(errorText('rule-unreadable', unclosed));
    expect(await add('/x*/')).toBe(errorText('rule-matches-everything', { rule: '/x*/' }));
    expect(await add('/a{900}/')).toBe(errorText('rule-too-large', { rule: '/a{900}/' }));
    expect(await add('?!')).toBe(errorText('rule-empty', { rule: '?!' }));
    expect(await admin(discord, 'list')).toContain(blocklist.empty);
  });

  test('can be tried without asking for a picture', async () => {
    const { discord, service } = await startWorld();
    await admin(discord, 'add', { rule: '/nud(e|ity)/' });
    await admin(discord, 'add', { rule: 'nudibranch', exception: true });
    expect(await admin(discord, 'test', { prompt: 'denuded' })).toContain('/nud');
    expect(await admin(discord, 'test', { prompt: 'a nudibranch' })).toBe(blocklist.allowed);
    expect(service.calls).toEqual([]);
  });
});

describe('the list', () => {
  test('shows rules, exceptions and who is banned, harmless', async () => {
    const { discord } = await startWorld();
    const { secondMember } = discord.world;
    await admin(discord, 'add', { rule: '@everyone *x*' });
    await admin(discord, 'add', { rule: 'nude mouse', exception: true });
    await admin(discord, 'block', { person: secondMember.id });
    const list = await admin(discord, 'list');
    expect(list).toContain('- `@everyone *x*`');
    expect(list).toContain(`**${blocklist.exceptions}**\n- \`nude mouse\``);
    expect(list).toContain(`<@${secondMember.id}> ${blocklist.forGood}`);
  });

  test('that is long comes as a file, which can be imported again', async () => {
    const { discord } = await startWorld();
    const { atelier, admin: ada } = discord.world;
    const words = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
    const text = ['# our list', ...words(500, 'word'), ...words(3, '!fine'), '/nud(e|ity)/', 'word 7'].join(
      '\r\n',
    );
    expect(await admin(discord, 'import', { file: textFile(text) })).toBe(
      blocklist.imported(501, 3) + blocklist.alreadyThere(1),
    );
    const result = await discord.as(ada.id).slash(atelier.channelId, 'blocklist list');
    const [file] = result.message?.attachments ?? [];
    expect(file?.filename).toBe('blocklist.txt');
    const again = await (await fetch(file?.url ?? '')).text();
    expect(again.split('\n')).toContain('/nud(e|ity)/');
    expect(await admin(discord, 'import', { file: textFile(again) })).toBe(
      blocklist.imported(0, 0) + blocklist.alreadyThere(504),
    );
  });

  test("takes no file that is none of text, too large, or has a rule that can't be one", async () => {
    const { discord } = await startWorld();
    const bytes = Uint8Array.from([0x66, 0xff, 0xfe, 0x0a]);
    const broken = { filename: 'rules.txt', contentType: 'text/plain', bytes };
    const { filename } = broken;
    const large = textFile('x'.repeat(600_000));
    expect(await admin(discord, 'import', { file: broken })).toBe(errorText('file-not-text', { filename }));
    expect(await admin(discord, 'import', { file: large })).toBe(errorText('file-too-large', { filename }));
    expect(await admin(discord, 'import', { file: textFile('fox\n/(/') })).toContain("wasn't added");
    const tooMany = Array.from({ length: 1_001 }, (_, index) => `word ${index}`).join('\n');
    expect(await admin(discord, 'import', { file: textFile(tooMany) })).toBe(
      errorText('blocklist-full', { what: 'rules', limit: 1_000 }),
    );
    expect(await admin(discord, 'list')).toContain(blocklist.empty);
  });
});

describe('a banned person', () => {
  test('asks for nothing until they are unblocked, also after a restart', async () => {
    const { discord, service, restart } = await startWorld();
    const { member } = discord.world;
    await admin(discord, 'block', { person: member.id });
    await restart();
    const refused = await request(discord, 'a fox');
    expect(said(refused)).toContain(errorText('banned', { until: undefined }));
    expect(refused.message?.flags).toBe(64);
    expect(service.submissions).toEqual([]);
    expect(await admin(discord, 'unblock', { person: member.id })).toBe(
      blocklist.unbanned(`<@${member.id}>`),
    );
    expect(await admin(discord, 'unblock', { person: member.id })).toBe(
      blocklist.notBanned(`<@${member.id}>`),
    );
    await expectPictures(discord, idOf(await request(discord, 'a fox')), 1);
  });

  test('may ask again when the last day is over in the server’s time zone', async () => {
    const { discord, clock } = await startWorld();
    const { atelier, member, admin: ada } = discord.world;
    const panel = await discord.as(ada.id).slash(atelier.channelId, 'settings');
    await discord.as(ada.id).click(idOf(panel), customId('settings-page', 'people'));
    const form = await discord.as(ada.id).click(idOf(panel), customId('settings-form', 'time-zone'));
    await discord.as(ada.id).submitModal(form.modal!, { 'time-zone': 'Pacific/Kiritimati' });
    const suggested = await discord
      .as(ada.id)
      .autocomplete(atelier.channelId, 'blocklist block', 'until', '');
    const tomorrow = String(suggested.choices?.[0]?.value);
    // Kiritimati is 14 hours ahead of UTC all the year.
    const end = Date.parse(`${tomorrow}T00:00:00Z`) + DAY_MS - 14 * 3_600_000;
    const answer = await admin(discord, 'block', { person: member.id, until: tomorrow });
    expect(answer).toContain(blocklist.until(`<t:${end / 1000}:R>`));
    expect(said(await request(discord, 'a fox'))).toContain(errorText('banned', { until: end }));
    clock.advance(end - clock.now() - 5_000);
    expect(said(await request(discord, 'a fox'))).toContain(errorText('banned', { until: end }));
    clock.advance(5_001);
    await expectPictures(discord, idOf(await request(discord, 'a fox')), 1);
    expect(await admin(discord, 'list')).toBe(blocklist.empty);
  });

  test.each(['2020-01-01', 'tomorrow', '2026-02-30', '2026-1-1'])('is not banned until %s', async (until) => {
    const { discord } = await startWorld();
    const code = until === '2020-01-01' ? 'date-over' : 'unreadable-date';
    const answer = await admin(discord, 'block', { person: discord.world.member.id, until });
    expect(answer).toBe(errorText(code, { typed: until }));
    await expectPictures(discord, idOf(await request(discord, 'a fox')), 1);
  });
});

test("no subcommand does anything for somebody who can't manage the server", async () => {
  const { discord } = await startWorld();
  const { atelier, member, secondMember } = discord.world;
  const mona = discord.as(member.id);
  await expect(mona.slash(atelier.channelId, 'blocklist list')).rejects.toThrow(ClientRefusal);
  await admin(discord, 'add', { rule: 'fox' });
  for (const command of discord.commands()) command.default_member_permissions = null;
  const tries: [string, Parameters<Slash>[2]][] = [
    ['add', { rule: 'cat' }],
    ['remove', { rule: 'fox' }],
    ['list', {}],
    ['test', { prompt: 'fox' }],
    ['import', { file: textFile('cat') }],
    ['block', { person: secondMember.id }],
    ['unblock', { person: secondMember.id }],
  ];
  for (const [name, options] of tries) {
    const result = await mona.slash(atelier.channelId, `blocklist ${name}`, options);
    expect(said(result)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  }
  expect(await admin(discord, 'list')).toBe('**Blocked**\n- `fox`');
});
