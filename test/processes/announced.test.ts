import { describe, expect, test, vi } from 'vitest';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import {
  ask,
  expectLogged,
  expectOpenJobs,
  expectSubmissions,
  interact,
  submissionsOf,
} from '../world/asking.ts';
import { buttonsOf, expectPictures, textOf } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';
import { standsBy } from './several.ts';

// A lease ends in each test.
vi.setConfig({ testTimeout: 90_000 });

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`An answer that a process on ${server.title} announced`, () => {
    test("is its successor's once that one has taken over: the card stays, and gets its pictures", async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const world = await startProgramWorld({ env: { STORE_URL: direct } });
      const { discord } = world;
      const { atelier } = discord.world;
      const first = world.launch({ STORE_URL: url });
      await first.ready;
      const second = world.launch();
      await standsBy(second);
      proxy.holdAnswerTo(server.writes, 'open:');
      const { deferred } = await interact(world, 'announced');
      expect(deferred).toBe(true);
      process.kill(first.pid, 'SIGSTOP');
      await second.ready;
      await expectSubmissions(world, 1, 20_000);
      // Now the first one hears that its write failed.
      proxy.breakAll();
      proxy.comeBack();
      process.kill(first.pid, 'SIGCONT');
      expect(await first.exit).toMatchObject({ code: 1 });
      const [card, ...others] = discord.messagesIn(atelier.channelId);
      expect(others).toEqual([]);
      await expectPictures(discord, card?.id ?? '', 4, 20_000);
      expect(submissionsOf(world, 'announced')).toHaveLength(1);
    });

    test('waits while it is in doubt who owns the work, and is given when that is certain again', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { discord } = world;
      const { atelier, member } = discord.world;
      proxy.swallow(server.writes, 'open:');
      const { deferred } = await interact(world, 'in doubt');
      expect(deferred).toBe(true);
      await expectLogged(world, 'the lease is in doubt', 10_000);
      proxy.goDown();
      await expectLogged(world, 'a command failed', 15_000);
      // Whatever would be said of it at once is said before this.
      const declined = await interact(world, 'too early');
      expect(textOf(declined.message)).toBe(errorText('store-away'));
      const saidOf = () =>
        discord.messagesIn(atelier.channelId).filter(({ id }) => id !== declined.message?.id);
      expect(saidOf().map(textOf)).toEqual(['']);
      proxy.comeBack();
      await expectLogged(world, 'the lease is renewed', 15_000);
      const isSaid = () => saidOf().find(({ content }) => content !== '');
      const said = await discord.until(isSaid, { what: 'the answer', timeoutMs: 20_000 });
      expect(said.ephemeralTo).toBe(member.id);
      expect(submissionsOf(world, 'in doubt')).toEqual([]);
    });

    test('to one person alone stays so when the next process finds the job', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const world = await startProgramWorld({ env: { STORE_URL: direct } });
      const { discord } = world;
      const first = world.launch({ STORE_URL: url });
      await first.ready;
      // Whether the person wants it to be private can't be read in time.
      proxy.hold();
      const { message } = await interact(world, 'undecided');
      expect(message?.ephemeralTo).toBe(discord.world.member.id);
      proxy.holdAnswerTo(server.writes, 'open:');
      proxy.comeBack();
      await expect.poll(() => proxy.isSilent, { timeout: 20_000 }).toBe(true);
      await first.end('SIGKILL');
      await world.start();
      await expectPictures(discord, message?.id ?? '', 4, 20_000);
      expect(buttonsOf(discord.message(message?.id ?? ''))).toHaveProperty([ENGLISH.card.buttons.publish]);
    });

    test('is a refusal once another process has taken over and the store has no such job', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const world = await startProgramWorld({ env: { STORE_URL: direct } });
      const { discord } = world;
      const { atelier, member } = discord.world;
      const first = world.launch({ STORE_URL: url });
      await first.ready;
      const second = world.launch();
      await standsBy(second);
      proxy.swallow(server.writes, 'open:');
      const { deferred } = await interact(world, 'cut off');
      expect(deferred).toBe(true);
      await second.ready;
      proxy.breakAll();
      proxy.comeBack();
      expect(await first.exit).toMatchObject({ code: 1 });
      const said = discord.messagesIn(atelier.channelId);
      expect(said.map(textOf)).toEqual([expect.stringContaining('nothing was submitted')]);
      expect(said[0]?.ephemeralTo).toBe(member.id);
      expect(submissionsOf(world, 'cut off')).toEqual([]);
    });

    test('is given without the store when it is about no job', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { discord } = world;
      const { atelier, member } = discord.world;
      proxy.fallSilent();
      const { deferred, message } = await discord.as(member.id).slash(atelier.channelId, 'history');
      expect(deferred).toBe(true);
      const isSaid = () => discord.message(message?.id ?? '')?.content.includes('nothing was submitted');
      // It may wait for several reads, one after the other.
      await discord.until(isSaid, { what: 'the answer', timeoutMs: 30_000 });
      expect(world.log.join('')).not.toContain('the lease is renewed');
    });

    test('is a refusal after some seconds when the store does not come back', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { discord } = world;
      proxy.swallow(server.writes, 'open:');
      const { message } = await interact(world, 'away');
      const isSaid = () => discord.message(message?.id ?? '')?.content.includes('nothing was submitted');
      await discord.until(isSaid, { what: 'the answer', timeoutMs: 20_000 });
      proxy.breakAll();
      proxy.comeBack();
      await expectLogged(world, 'the lease is renewed', 15_000);
      await expectPictures(discord, await ask(world, 'afterwards'), 4, 20_000);
      expect(submissionsOf(world, 'away')).toEqual([]);
    });

    test.each([
      ['never got', 'swallow'],
      ['took and did not confirm', 'holdAnswerTo'],
    ] as const)(
      'is a refusal before the process ends, and a job that the store %s is never submitted',
      async (_what, happens) => {
        const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
        const world = await startWorld({ env: { STORE_URL: url } });
        const { discord } = world;
        proxy[happens](server.writes, 'open:');
        const { message } = await interact(world, 'ends');
        await expectLogged(world, 'the lease is in doubt', 10_000);
        await expectLogged(world, 'a command failed', 10_000);
        await world.stopEasel();
        const said = () => discord.message(message?.id ?? '')?.content;
        expect(said()).toContain('nothing was submitted');
        proxy.breakAll();
        proxy.comeBack();
        await world.startEasel();
        await expectPictures(discord, await ask(world, 'afterwards'), 4, 20_000);
        await expectOpenJobs(world, 0, 20_000);
        expect(said()).toContain('nothing was submitted');
        expect(submissionsOf(world, 'ends')).toEqual([]);
      },
    );

    test('and that the store holds up is said to be interrupted before the process ends', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { discord } = world;
      const { atelier, member } = discord.world;
      // The lease has just been renewed, so that it isn't in doubt by then.
      proxy.comeBack();
      await expect.poll(() => proxy.hasAnswered, { timeout: 20_000, interval: 5 }).toBe(true);
      proxy.fallSilent();
      const { deferred } = await interact(world, 'interrupted');
      expect(deferred).toBe(true);
      const stopped = world.stopEasel();
      const isSaid = () => discord.messagesIn(atelier.channelId).find(({ content }) => content !== '');
      const said = await discord.until(isSaid, { what: 'the last word', timeoutMs: 20_000 });
      expect(said.content).toBe(errorText('interrupted'));
      expect(said.ephemeralTo).toBe(member.id);
      await stopped;
      expect(submissionsOf(world, 'interrupted')).toEqual([]);
    });
  });
}
