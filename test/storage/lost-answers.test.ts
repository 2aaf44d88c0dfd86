import { describe, expect, it } from 'vitest';
import type { InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { sealedRows } from '../keys/database.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { eventually } from '../world/eventually.ts';
import { errorText } from '../world/words.ts';
import { startWorld, type World } from '../world/world.ts';
import { customIdsOf, expectPictures, expectText, textOf } from '../world/messages.ts';
import { expectLogged, expectOpenJobs, interact, submissionsOf } from '../world/asking.ts';
import { keyStatus, NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';

const STORE_AWAY = errorText('store-away');

/** What a person reads, at the latest when the store gives up. */
const expectFault = ({ discord }: World): Promise<Message> =>
  discord.until(
    () => discord.messagesIn(discord.world.atelier.channelId).find((one) => textOf(one).includes(STORE_AWAY)),
    { what: 'the answer' },
  );

const command = (
  { discord }: World,
  name: string,
  options: Record<string, string> = {},
): Promise<InteractionResult> =>
  discord.as(discord.world.admin.id).slash(discord.world.atelier.channelId, name, options);

// Several servers and a restart take their time on a busy machine.
for (const server of SERVERS) {
  /** An Easel whose store is a server behind a proxy. */
  const setTheScene = async (env: Record<string, string> = {}) => {
    const direct = await server.fresh();
    const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
    const world = await startWorld({ env: { STORE_URL: url, ...env } });
    return { world, proxy, direct };
  };

  describe.skipIf(!server.available)(`A write that ${server.title} carried out and could not confirm`, () => {
    it('is made once: a request whose place was stored unheard is submitted once', async () => {
      const { world, proxy } = await setTheScene();
      proxy.loseAnswerTo(server.writes, 'open:');
      const { message } = await interact(world, 'asked once');
      await expectLogged(world, 'a write to the store failed');
      proxy.comeBack();
      await expectPictures(world.discord, message?.id ?? '', 4);
      await expectOpenJobs(world, 0);
      await world.restart();
      await expectOpenJobs(world, 0);
      expect(submissionsOf(world, 'asked once')).toHaveLength(1);
    });

    it('is made once, also when a pooler says that its connection has ended, again and again', async () => {
      const { world, proxy } = await setTheScene();
      proxy.endInsteadOfAnswering(6, server.writes, 'open:');
      const { message } = await interact(world, 'asked once');
      await eventually(() => {
        world.clock.advance(1_000);
        expect(submissionsOf(world, 'asked once')).toHaveLength(1);
      });
      await expectPictures(world.discord, message?.id ?? '', 4);
      await expectOpenJobs(world, 0);
    });

    it('leaves no sealed key behind: who removes it again removes what was left', async () => {
      const { world, proxy } = await setTheScene(NO_SHARED_KEY);
      const { discord } = world;
      openAccounts(world);
      await setKey(discord, SERVER_KEY);
      await expectLogged(world, 'set an API key');
      const id = (await command(world, 'key remove')).message?.id ?? '';
      const [button = ''] = customIdsOf(await expectText(discord, id, 'Remove'));
      const click = () => discord.as(discord.world.admin.id).click(id, button);
      proxy.loseAnswerTo(server.removes, 'apiKeys:server:');
      await click();
      await expectFault(world);
      proxy.comeBack();
      await expectLogged(world, 'has its part again: continuing');
      expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.noneAtAll);
      await click();
      await expectText(discord, id, ENGLISH.key.alreadyRemoved);
      await world.stopEasel();
      expect(await sealedRows(world)).toEqual([]);
    });
  });
}
