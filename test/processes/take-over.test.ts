import { ENGLISH } from '../../src/messages/language.ts';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { jobSchema } from '../../src/services/jobs/job.ts';
import { encryptionKeyFile } from '../../src/services/accounts/encryption-keys.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { openForTest, textSchema } from '../storage/storages.ts';
import { ask, interact, submissionsOf } from '../world/asking.ts';
import { program } from '../world/easel-program.ts';
import { expectPictures, picturesOf, textOf } from '../world/messages.ts';
import { freePort } from '../world/ports.ts';
import { type ProgramWorld, startProgramWorld } from '../world/program-world.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';
import { askInTurn, standsBy } from './several.ts';

// Several processes a test, of which some wait for a lease to end.
const REQUESTS = 12;

const isReady = async (port: string): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  return { status: answer.status, ...((await answer.json()) as object) };
};

/** Requests, all stored, of which most still wait when this resolves. Returns the messages that answered, by prompt. */
const askForMany = async (world: ProgramWorld): Promise<Map<string, string>> => {
  const { channelId } = world.discord.world.atelier;
  const cards = await askInTurn(world, [channelId], { count: REQUESTS, name: 'request' });
  const storage = await openForTest(world.env['STORE_URL'] ?? '');
  const messages = storage.open('messages', textSchema);
  const jobs = [storage.open('open', jobSchema), storage.open('jobs', jobSchema)];
  const stored = async () => {
    const ids = await messages.getMany([...cards.values()]);
    const found = await Promise.all(jobs.map((store) => store.getMany(ids.filter((id) => id !== undefined))));
    return found.flat().filter((job) => job !== undefined).length;
  };
  await expect.poll(stored).toBeGreaterThanOrEqual(REQUESTS);
  return cards;
};

const sessions = ({ discord }: ProgramWorld) =>
  discord.gateway.sessions.filter(({ connected }) => connected).length;

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Two processes on one ${server.title}`, () => {
    const two = async (env: Record<string, string> = {}) => {
      const world = await startProgramWorld({
        env: {
          STORE_URL: await server.fresh(),
          // Slower than requests can be typed, also on a busy machine.
          ACCOUNT_REQUESTS_PER_SECOND: '1',
          ACCOUNT_CONCURRENCY: '2',
          ...env,
        },
      });
      const first = await world.start();
      const port = String(await freePort());
      const second = world.launch({ HTTP_PORT: port });
      await standsBy(second);
      return { world, first, second, port };
    };

    test('SIGTERM hands the work over, and what waited is paid once', async () => {
      const { world, first, second, port } = await two();
      expect(sessions(world)).toBe(1);
      expect(await isReady(port)).toEqual({
        status: 200,
        ok: true,
        standby: true,
        gateway: false,
        store: true,
      });
      const cards = await askForMany(world);
      expect(world.service.submissions.length).toBeLessThan(REQUESTS);
      expect(await first.end('SIGTERM')).toMatchObject({ code: 0 });
      await second.ready;
      expect(await isReady(port)).toEqual({
        status: 200,
        ok: true,
        standby: false,
        gateway: true,
        store: true,
      });
      for (const id of cards.values()) await expectPictures(world.discord, id, 4);
      for (const prompt of cards.keys()) expect(submissionsOf(world, prompt)).toHaveLength(1);
      expect(world.service.submissions).toHaveLength(REQUESTS);
    });

    test('kill -9 is made up for, and nothing is paid twice', async () => {
      const { world, first, second } = await two();
      const cards = await askForMany(world);
      await first.end('SIGKILL');
      expect(world.service.submissions.length).toBeLessThan(REQUESTS);
      await second.ready;
      const isSettled = (id: string) => {
        const card = world.discord.message(id);
        return picturesOf(card) === 4 || textOf(card).includes(ENGLISH.card.unknown.title);
      };
      await expect.poll(() => [...cards.values()].every(isSettled)).toBe(true);
      for (const prompt of cards.keys()) expect(submissionsOf(world, prompt).length).toBeLessThanOrEqual(1);
      const shown = [...cards.values()].filter((id) => picturesOf(world.discord.message(id)) === 4);
      // No more than what was on its way in the moment of the kill.
      expect(shown.length).toBeGreaterThanOrEqual(REQUESTS - 2);
    });

    test('a process that sleeps through its lease wakes up, pays and answers nothing, and ends', async () => {
      const { world, first, second } = await two();
      const { discord, service } = world;
      const shown = await ask(world, 'with a reaction');
      await expectPictures(discord, shown, 4);
      const cards = await askForMany(world);
      process.kill(first.pid, 'SIGSTOP');
      const before = service.submissions.length;
      await second.ready;
      expect(sessions(world)).toBe(2);
      const { member } = discord.world;
      discord.as(member.id).react(shown, '🔄');
      const asked = await ask(world, 'while one sleeps');
      process.kill(first.pid, 'SIGCONT');
      const exit = await first.exit;
      expect(exit.code).toBe(1);
      expect(first.errors()).toMatch(/Another process has taken over/);
      await expectPictures(discord, asked, 4);
      const isSettled = (id: string) => {
        const card = discord.message(id);
        return picturesOf(card) === 4 || textOf(card).includes(ENGLISH.card.unknown.title);
      };
      const open = () =>
        [...cards.values()].filter((id) => !isSettled(id)).map((id) => textOf(discord.message(id)));
      await expect.poll(open).toEqual([]);
      await expect.poll(() => submissionsOf(world, 'with a reaction').length).toBe(2);
      for (const prompt of cards.keys()) expect(submissionsOf(world, prompt).length).toBeLessThanOrEqual(1);
      expect(submissionsOf(world, 'while one sleeps')).toHaveLength(1);
      expect(service.submissions.length).toBeGreaterThan(before);
    });

    test('a standby ends on SIGTERM without having done anything', async () => {
      const { world, first, second } = await two();
      expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
      expect(sessions(world)).toBe(1);
      const { message } = await interact(world, 'still served');
      await expectPictures(world.discord, message?.id ?? '', 4);
      expect((await first.end('SIGTERM')).code).toBe(0);
    });

    test('a standby whose bot token is wrong ends at once, and not when it is needed', async () => {
      const { world, first, second } = await two();
      const wrong = world.launch({ DISCORD_TOKEN: 'wrong.token.here' });
      expect(await wrong.exit).toMatchObject({ code: 1 });
      expect(wrong.errors()).toMatch(/declined the bot token/);
      expect(sessions(world)).toBe(1);
      await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
    });

    test('a process with another encryption key refuses to start, with one message', async () => {
      const { world, first, second } = await two();
      const other = world.launch({ ENCRYPTION_KEY: randomBytes(32).toString('base64') });
      expect(await other.exit).toMatchObject({ code: 1 });
      expect(other.errors().trim().split('\n')).toEqual([expect.stringMatching(/another encryption key/)]);
      await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
    });

    test('a process with other shards refuses to start, and says what to do', async () => {
      const { world, first, second } = await two();
      const other = world.launch({ SHARDS: '2' });
      expect(await other.exit).toMatchObject({ code: 1 });
      expect(other.errors()).toContain('Use the same SHARDS and PARTS everywhere.');
      await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
    });

    test('another encryption key is taken once the stored ones were sealed with it, and the old one refused', async () => {
      const { world, first, second } = await two();
      await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
      const old = (await readFile(encryptionKeyFile(world.folder), 'utf8')).trim();
      const env = { ENCRYPTION_KEY: randomBytes(32).toString('base64') };
      const rotation = join(dirname(program()), 'app/rotate-keys.js');
      await promisify(execFile)(process.execPath, [rotation, 'rotate', encryptionKeyFile(world.folder)], {
        cwd: world.folder,
        env: { ...process.env, ...world.env, ...env },
      });
      const third = world.launch({ ENCRYPTION_KEY: env.ENCRYPTION_KEY });
      await third.ready;
      const fourth = world.launch({ ENCRYPTION_KEY: old });
      expect(await fourth.exit).toMatchObject({ code: 1 });
      expect(fourth.errors()).toMatch(/another encryption key/);
    });
  });

  test.skipIf(!server.available)(
    `a process that loses sight of ${server.title} does nothing, and goes on when nobody else took over`,
    async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { discord, service } = world;
      const log = () => world.log.join('');
      service.faults.order({
        kind: 'slow',
        milliseconds: 3_000,
        moment: 'after',
        operation: 'artgen.submit',
      });
      const card = await ask(world, 'on its way');
      await expect.poll(() => service.tasks.length).toBe(1);
      proxy.goDown();
      await expect.poll(log).toContain('lost the connection to the store');
      for (const prompt of ['in doubt', 'in doubt, still']) {
        const { message } = await interact(world, prompt);
        expect(message?.content).toContain(errorText('store-away'));
        expect(message?.ephemeralTo).toBe(discord.world.member.id);
      }
      const lastMoment = interact(world, 'in doubt');
      proxy.comeBack();
      await expect.poll(log).toContain('has its part again: continuing');
      expect((await lastMoment).message?.content).toContain(errorText('store-away'));
      await expectPictures(discord, card, 4);
      expect(submissionsOf(world, 'on its way')).toHaveLength(1);
      await expectPictures(discord, await ask(world, 'afterwards'), 4);
      for (const prompt of ['in doubt', 'in doubt, still']) expect(submissionsOf(world, prompt)).toEqual([]);
    },
  );
}
