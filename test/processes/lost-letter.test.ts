import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { shardOf } from '../../src/app/ownership.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { ask, listJobs, submissionsOf } from '../world/asking.ts';
import { customIdOf, expectText, textOf } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';

/** The number of shards. */
const TOTAL = 2;

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A stop that goes to another process through ${server.title}`, () => {
    /** A job that waits in one process, and its stop button in the list of the other. */
    const setTheScene = async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      // Sixteen seconds between two requests.
      const world = await startProgramWorld({
        env: { STORE_URL: direct, ACCOUNT_REQUESTS_PER_SECOND: '0.06' },
      });
      const { discord } = world;
      const { member } = discord.world;
      const newPlace = () => discord.addGuild({ name: 'Second', memberIds: [member.id] });
      let place = newPlace();
      while (shardOf(place.guild.id, TOTAL) !== 1) {
        // An id is a time: https://docs.discord.com/developers/reference#snowflakes
        await delay(1);
        place = newPlace();
      }
      const processes = [world.launch({ SHARDS: '0/2' }), world.launch({ SHARDS: '1/2', STORE_URL: url })];
      await Promise.all(processes.map(({ ready }) => ready));
      await ask(world, 'the first', { channelId: place.channelId });
      await expect.poll(() => submissionsOf(world, 'the first').length, { timeout: 20_000 }).toBe(1);
      const card = await ask(world, 'waits', { channelId: place.channelId });
      const list = await listJobs(discord, member.id, member.directChannelId);
      const stop = () => discord.as(member.id).click(list.id, customIdOf(list, 'stop'));
      return { world, proxy, card, list, stop };
    };

    test('arrives though the answer to its delivery is lost', async () => {
      const { world, proxy, card, stop } = await setTheScene();
      proxy.loseAnswerTo('mail:1', 'stop');
      const stopped = stop();
      await delay(1_200);
      proxy.comeBack();
      await stopped;
      await expectText(world.discord, card, '**Stopped** before');
      expect(submissionsOf(world, 'waits')).toEqual([]);
    });

    test('is not said to have come too late when the other process says nothing', async () => {
      const { world, proxy, stop, list } = await setTheScene();
      proxy.goDown();
      const { message } = await stop();
      const told = ENGLISH.errors['stop-unconfirmed'](undefined);
      const answers = () => [
        message,
        ...world.discord.messagesIn(world.discord.world.member.directChannelId),
      ];
      await expect
        .poll(() => answers().some((one) => one?.id !== list.id && textOf(one).includes(told)), {
          timeout: 15_000,
        })
        .toBe(true);
      expect(submissionsOf(world, 'waits')).toEqual([]);
    });
  });
}
