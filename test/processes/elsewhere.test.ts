import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { partOf } from '../../src/services/storage/lease.ts';
import { ENGLISH } from '../../src/messages/language.ts';
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
import { allTextOf, buttonsOf, customIdOf, expectPictures, textOf } from '../world/messages.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { errorText } from '../world/words.ts';

// Three processes a test.
/** What was decided through one process holds in the others after so long. */
const SEEN_WITHIN_MS = 1_000;

/** The number of parts. */
const TOTAL = 2;

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Processes with a slot each on one ${server.title}`, () => {
    /** Two processes; `place` is a server of the second, and direct messages are the first's. */
    const two = async (env: Record<string, string> = {}) => {
      const world = await startProgramWorld({
        env: { STORE_URL: await server.fresh(), PARTS: String(TOTAL), ...env },
      });
      const { discord } = world;
      const { member } = discord.world;
      let place = discord.addGuild({ name: 'Second', memberIds: [member.id] });
      while (partOf(place.guild.id, TOTAL) !== 1) {
        await delay(1);
        place = discord.addGuild({ name: 'Second', memberIds: [member.id] });
      }
      const processes = [await world.start(), await world.start()];
      return { ...world, channelId: place.channelId, member, processes };
    };

    /** A server of the second process that has not got Easel; the member brings it along. */
    const bringAlong = async ({ discord }: Awaited<ReturnType<typeof two>>): Promise<string> => {
      const { member } = discord.world;
      member.user.hasInstalledApplication = true;
      for (;;) {
        const elsewhere = { name: 'Elsewhere', memberIds: [member.id], withBot: false };
        const { guild, channelId } = discord.addGuild(elsewhere);
        if (partOf(guild.id, TOTAL) === 1) return channelId;
        await delay(1);
      }
    };

    test('/history in direct messages shows what waits in a server, with the link and no button to stop it', async () => {
      const world = await two({ ACCOUNT_REQUESTS_PER_SECOND: '0.1' });
      const { discord, service, member, channelId } = world;
      service.planTasks({ durationMs: MINUTE_MS });
      await ask(world, 'the first one', { channelId, options: { private: true } });
      await expect.poll(() => submissionsOf(world, 'the first one')).toHaveLength(1);
      const waiting = await ask(world, 'waits', { channelId });
      const listed = () => listJobs(discord, member.id, member.directChannelId);
      // Where a card stands is stored a moment after it is shown.
      await expect.poll(async () => allTextOf(await listed())).toContain(`/${channelId}/${waiting}`);
      const list = await listed();
      expect(allTextOf(list)).toContain('the first one');
      expect(Object.keys(buttonsOf(list))).not.toContain(ENGLISH.history.stop(1));
      const there = await listJobs(discord, member.id, channelId);
      const stop = await discord.as(member.id).click(there.id, customIdOf(there, 'stop'));
      expect(stop.answered).toBe(true);
      await expect.poll(() => textOf(discord.message(waiting))).toContain('Stopped');
      expect(submissionsOf(world, 'waits')).toEqual([]);
    });

    test('what somebody asks for where they brought Easel along is refused by a process that has not got their jobs', async () => {
      const world = await two();
      const answer = await interact(world, 'elsewhere', { channelId: await bringAlong(world) });
      expect(textOf(answer.message)).toContain(errorText('elsewhere'));
      expect(answer.message?.ephemeralTo).toBe(world.member.id);
      await expectPainted(world, 'directly', { place: 'direct' });
      expect(submissionsOf(world, 'elsewhere')).toEqual([]);
    });

    test("a person's defaults hold everywhere, and their erased data are gone everywhere", async () => {
      const world = await two();
      const { discord, member, channelId } = world;
      const panel = await typeCommand(world, 'defaults', {}, { place: 'direct' });
      const isPrivate = customIdOf(panel.message, 'default', 'isPrivate');
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
