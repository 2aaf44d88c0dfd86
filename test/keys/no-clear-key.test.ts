import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../sandbox/image-service/index.ts';
import { sealedRows, withKeys } from './database.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { API_KEY, startWorld, type World } from '../world/world.ts';
import { keyStatus, NEW_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { ask } from '../world/asking.ts';
import { listen } from '../world/ports.ts';
import { expectText, textOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { eventually } from '../world/eventually.ts';

const REFUSED_KEY = 'a-key-that-the-service-refuses';
const UNUSABLE_KEY = 'a key that has spaces in it';
const KEYS = [API_KEY, SERVER_KEY, NEW_KEY, REFUSED_KEY, UNUSABLE_KEY];

/** The forms in which a key is still clear to a finder. */
const formsOf = (key: string): string[] => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(key).toString('hex'),
];

/** Everything that Easel wrote anywhere: files, log, requests to Discord, messages, its own HTTP server's answers. */
const everythingWritten = async (world: World): Promise<Map<string, string>> => {
  const { discord, folder, log, httpPort } = world;
  const written = new Map<string, string>();
  const answers = await Promise.all(
    ['metrics', 'health'].map(async (path) => (await fetch(`http://127.0.0.1:${httpPort()}/${path}`)).text()),
  );
  written.set('its HTTP server', answers.join('\n'));
  written.set('the log', log.join(''));
  written.set(
    'requests to Discord',
    JSON.stringify(discord.requests.map(({ path, body }) => ({ path, body }))),
  );
  const { atelier, admin, member } = discord.world;
  const channels = [
    atelier.channelId,
    atelier.secondChannelId,
    admin.directChannelId,
    member.directChannelId,
  ];
  const messages = channels.flatMap((id) => discord.messagesIn(id));
  written.set('messages', JSON.stringify(messages.flatMap(({ id }) => discord.historyOf(id))));
  await world.stopEasel();
  for (const name of await readdir(folder))
    written.set(name, (await readFile(join(folder, name))).toString('latin1'));
  return written;
};

const expectNoClearKey = async (world: World): Promise<void> => {
  const written = await everythingWritten(world);
  const found = [...written].flatMap(([place, content]) =>
    KEYS.filter((key) => formsOf(key).some((form) => content.includes(form))).map(
      (key) => `${key} in ${place}`,
    ),
  );
  expect(found).toEqual([]);
  expect([...written.keys()]).toContain('easel.sqlite');
};

/** Lets nothing wait for long, and keeps the account that it is about. */
const FAULTS: readonly Fault[] = (['artgen.submit', 'artgen.job-status'] as const).flatMap(
  (operation): Fault[] => [
    { operation, kind: 'slow', milliseconds: 50 },
    { operation, kind: 'cut-off', moment: 'before' },
    { operation, kind: 'cut-off', moment: 'after' },
    { operation, kind: 'status', status: 500 },
    { operation, kind: 'status', status: 502, moment: 'after' },
    { operation, kind: 'status', status: 503, retryAfter: 1 },
    { operation, kind: 'rate-limit', retryAfter: 1 },
    { operation, kind: 'malformed-json' },
    { operation, kind: 'truncated-json' },
    { operation, kind: 'html-page', status: 403 },
    { operation, kind: 'html-page' },
    { operation, kind: 'missing-envelope' },
  ],
);

const { failures, unknown } = ENGLISH.card;
const TITLES = [...Object.values(failures).map(({ title }) => title), unknown.title, 'is bad'];
const ENDED = new RegExp(TITLES.join('|'));

test('after a run with every failure of the service, no key is clear anywhere', async () => {
  const world = await startWorld({ isHurried: true, env: { LOG_LEVEL: 'debug' } });
  const { clock, discord, service } = world;
  openAccounts(world);
  await setKey(discord, UNUSABLE_KEY);
  await setKey(discord, REFUSED_KEY);
  await setKey(discord, SERVER_KEY);
  await setKey(discord, NEW_KEY, 'direct', discord.world.member.id);
  for (const [index, fault] of FAULTS.entries()) {
    const ordered = service.faults.order(fault);
    await ask({ discord }, `request ${index}`);
    await ask({ discord }, `request ${index}`, { place: 'direct' });
    await eventually(() => {
      // Retries and polls come after waits that a test needn't sit through.
      clock.advance(1_000);
      expect(ordered.struck).toBeGreaterThan(0);
    });
  }
  service.planTasks({ failReason: 'no reason' });
  await ask({ discord }, 'fails');
  // An account that rests after these failures tries again when its time has come.
  const expectLater = async (prompt: string, text: string, channelId: string) => {
    const earlier = new Set(discord.messagesIn(channelId).map(({ id }) => id));
    await ask({ discord }, prompt, { channelId });
    // A refusal that comes late is a message of its own.
    await eventually(() => {
      clock.advance(1_000);
      const later = discord.messagesIn(channelId).filter(({ id }) => !earlier.has(id));
      expect(later.map(textOf).join('\n')).toContain(text);
    });
  };
  service.setQuota('server', 0);
  // It waits, or is refused where the account rests for its quota already.
  await expectLater('no quota', 'The image quota is used up', discord.world.atelier.channelId);
  service.closeAccount('newer');
  const direct = discord.world.member.directChannelId;
  await expectLater('unknown key', ENGLISH.card.failures['refused-key'].title, direct);
  await keyStatus(discord);
  await keyStatus(discord, 'direct', discord.world.member.id);
  await expectNoClearKey(world);
});

test('nor after failures of Discord while keys are set, looked at and removed', async () => {
  const world = await startWorld({ isHurried: true, env: { LOG_LEVEL: 'debug' } });
  const { discord } = world;
  const { admin, atelier } = discord.world;
  openAccounts(world);
  const callback = { method: 'POST', route: /\/callback/ };
  for (const order of [
    () => {
      discord.faults.answer(callback, { status: 500, body: { message: 'down', code: 0 } });
    },
    () => {
      discord.faults.cutOff(callback);
    },
    () => {
      discord.faults.refuse(callback);
    },
    () => {
      discord.faults.rateLimit(callback, { retryAfterS: 0.1 });
    },
  ]) {
    const { modal } = await discord.as(admin.id).slash(atelier.channelId, 'key set');
    if (!modal) throw new Error('there is no form');
    order();
    await discord.as(admin.id).submitModal(modal, { key: SERVER_KEY });
    discord.faults.clear();
  }
  await keyStatus(discord);
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  discord.faults.answer(callback, { status: 503 });
  await discord.as(admin.id).click(message?.id ?? '', customId('remove-key'));
  await expectNoClearKey(world);
});

test('nor after a damaged key, and a start that refuses', async () => {
  const world = await startWorld({ env: { LOG_LEVEL: 'debug' } });
  const { discord, env } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  const [[keyRef, row] = []] = await sealedRows(world);
  if (keyRef === undefined || row?.kind !== 'sealed') throw new Error('nothing is sealed');
  await withKeys(world, (store) => store.set(keyRef, { ...row, sealed: `${row.sealed.slice(0, -4)}AAA=` }));
  await world.startEasel();
  await expectText(
    discord,
    await ask({ discord }, 'under a damaged key'),
    ENGLISH.card.failures['key-gone'].title,
  );
  await keyStatus(discord);
  await world.stopEasel();
  env['ENCRYPTION_KEY'] = Buffer.alloc(32, 7).toString('base64');
  await expect(world.startEasel()).rejects.toSatisfy(
    (error) =>
      error instanceof Error &&
      !KEYS.some((key) => `${error.stack ?? ''}${JSON.stringify(error)}`.includes(key)),
  );
  await world.stopEasel();
  delete env['ENCRYPTION_KEY'];
  await world.startEasel();
  await expectNoClearKey(world);
});

test('nor when the service repeats the key in everything that it says', async () => {
  const world = await startWorld({ isHurried: true, env: { LOG_LEVEL: 'debug' } });
  const { discord, env } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  let calls = 0;
  const echo = createServer((request, response) => {
    const key = String(request.headers['api-key']);
    const answers: [number, string][] = [
      [400, JSON.stringify({ error: 9, message: `this is what you sent: ${key}` })],
      [500, `<h1>${key}</h1>`],
      [200, `{"data": {"taskId": "${key}`],
      [200, JSON.stringify({ status: 0, data: { taskId: key } })],
      [401, JSON.stringify({ error: 2, message: `invalid api key ${key}` })],
    ];
    const polled: [number, string] = [
      200,
      JSON.stringify({
        status: 0,
        data: [{ taskId: '***', status: 2, failReason: `the key ${key} is bad` }],
      }),
    ];
    const isPoll = request.url?.endsWith('job-status') === true;
    const [status, body] = isPoll ? polled : (answers[calls % answers.length] ?? polled);
    if (!isPoll) calls += 1;
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const port = await listen(echo);
  onTestFinished(async () => {
    echo.close();
    await once(echo, 'close');
  });
  await world.stopEasel();
  env['IMAGE_API_URL'] = `http://127.0.0.1:${port}`;
  await world.startEasel();
  for (const index of [0, 1, 2, 3, 4]) {
    const id = await ask({ discord }, `echo ${index}`);
    await discord.until(() => discord.message(id)?.embeds[0]?.description?.match(ENDED), {
      what: `an end of echo ${index}`,
    });
  }
  await keyStatus(discord);
  await expectNoClearKey(world);
});
