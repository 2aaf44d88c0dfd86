import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { shardOf } from '../../src/app/ownership.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import {
  ask,
  expectPainted,
  interact,
  listJobs,
  press,
  submissionsOf,
  typeCommand,
} from '../world/asking.ts';
import { customIdOf, expectPictures, textOf } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';

// Three processes a test.
vi.setConfig({ testTimeout: 120_000 });

/** What was decided through one process holds in the others after so long. */
const SEEN_WITHIN_MS = 1_000;

/** The number of shards. */
const TOTAL = 2;

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Processes with a slot each on one ${server.title}`, () => {
    /** Two processes; `place` is a server of the second, and direct messages are the first's. */
    const two = async (env: Record<string, string> = {}) => {
      const world = await startProgramWorld({
        env: { STORE_URL: await server.fresh(), ...env },
      });
      const { discord } = world;
      const { member } = discord.world;
      let place = discord.addGuild({ name: 'Second', memberIds: [member.id] });
      while (shardOf(place.guild.id, TOTAL) !== 1) {
        await delay(1);
        place = discord.addGuild({ name: 'Second', memberIds: [member.id] });
      }
      const processes = ['0/2', '1/2'].map((SHARDS) => world.launch({ SHARDS }));
      await Promise.all(processes.map(({ ready }) => ready));
      return { ...world, channelId: place.channelId, member, processes };
    };

    /** A server of the second process that has not got Easel; the member brings it along. */
    const bringAlong = async ({ discord }: Awaited<ReturnType<typeof two>>): Promise<string> => {
      const { member } = discord.world;
      member.user.hasInstalledApplication = true;
      for (;;) {
        const elsewhere = { name: 'Elsewhere', memberIds: [member.id], withBot: false };
        const { guild, channelId } = discord.addGuild(elsewhere);
        if (shardOf(guild.id, TOTAL) === 1) return channelId;
        await delay(1);
      }
    };

    test('/jobs in direct messages shows what waits in a server, and its buttons work', async () => {
      const world = await two({ ACCOUNT_REQUESTS_PER_SECOND: '0.1' });
      const { discord, member, channelId } = world;
      const first = await ask(world, 'the first one', { channelId, options: { private: true } });
      await expect.poll(() => submissionsOf(world, 'the first one')).toHaveLength(1);
      const waiting = await ask(world, 'waits', { channelId });
      const list = await listJobs(discord, member.id, member.directChannelId);
      expect(textOf(list)).toContain('the first one');
      expect(textOf(list)).toContain('waits');
      const stop = await discord.as(member.id).click(list.id, customIdOf(list, 'stop'));
      expect(stop.answered).toBe(true);
      await expect.poll(() => textOf(discord.message(waiting)), { timeout: 15_000 }).toContain('Stopped');
      const brought = await discord.as(member.id).click(list.id, customIdOf(list, 'fetch'));
      const broughtId = brought.message?.id ?? '';
      await expectPictures(discord, broughtId, 4, 40_000);
      expect(submissionsOf(world, 'waits')).toEqual([]);
      expect(submissionsOf(world, 'the first one')).toHaveLength(1);
      expect(first).not.toBe(broughtId);
    });

    test("a person's daily limit holds wherever they bring Easel along", async () => {
      const world = await two({ SHARED_KEY_DAILY_LIMIT: '1' });
      const elsewhere = await bringAlong(world);
      const answers = await Promise.all([
        interact(world, 'elsewhere', { channelId: elsewhere }),
        interact(world, 'directly', { place: 'direct' }),
      ]);
      const texts = answers.map(({ message }) => textOf(message));
      expect(texts.filter((text) => text.includes("today's limit"))).toHaveLength(1);
      await expect.poll(() => world.service.submissions.length, { timeout: 15_000 }).toBe(1);
    });

    test('what somebody asked for where they brought Easel along is paid once, whoever starts again', async () => {
      const world = await two({ ACCOUNT_CONCURRENCY: '1' });
      const { discord, service, channelId } = world;
      const elsewhere = await bringAlong(world);
      const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
      await ask(world, 'goes first', { channelId });
      await service.until(() => held.waiting === 1, { what: 'a submission that hangs', timeoutMs: 15_000 });
      const id = await ask(world, 'brought along', { channelId: elsewhere });
      await world.processes[0]?.end('SIGKILL');
      await world.launch({ SHARDS: '0/2' }).ready;
      await expectPictures(discord, id, 4, 40_000);
      held.release();
      // Whatever else would leave has left before this.
      await expectPainted(world, 'goes last', { channelId });
      expect(submissionsOf(world, 'brought along')).toHaveLength(1);
    });

    test("a person's defaults hold everywhere, and their erased data are gone everywhere", async () => {
      const world = await two();
      const { discord, member, channelId } = world;
      const panel = await typeCommand(world, 'defaults', {}, { place: 'direct' });
      const isPrivate = customIdOf(panel.message, 'default', 'private');
      await discord.as(member.id).click(panel.message?.id ?? '', isPrivate);
      await delay(SEEN_WITHIN_MS);
      const { message } = await interact(world, 'in private', { channelId });
      expect(message?.ephemeralTo).toBe(member.id);
      await expectPictures(discord, message?.id ?? '', 4);
      const data = await typeCommand(world, 'privacy', {}, { place: 'direct' });
      const asked = await press(discord, member.id, data.message?.id ?? '', ENGLISH.privacy.delete);
      await press(discord, member.id, asked.message?.id ?? '', ENGLISH.privacy.confirm);
      await delay(SEEN_WITHIN_MS);
      const after = await interact(world, 'for all', { channelId });
      expect(after.message?.ephemeralTo).toBeNull();
      const history = await typeCommand(world, 'history', {}, { channelId });
      expect(textOf(history.message)).not.toContain('in private');
    });
  });
}
