import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildEasel, removeBuild, startProgram, type EaselProcess } from '../world/easel-program.ts';
import { pictures, startTestEnvironment } from '../world/world.ts';
import { repliesTo, reply } from './cards.ts';

const SENDING = { method: 'POST', route: '/channels/:channel/messages' };

let program: string;
beforeAll(async () => {
  program = await buildEasel();
}, 60_000);
afterAll(() => removeBuild(program));

/** A finished card of an Easel that runs as a process of its own, and what kills and starts it. */
const setTheScene = async () => {
  const testEnvironment = await startTestEnvironment();
  const { discord, env, folder, stop } = testEnvironment;
  let current: EaselProcess | undefined;
  onTestFinished(async ({ task }) => {
    await current?.end('SIGKILL');
    if (task.result?.state === 'fail') process.stderr.write(current?.output().slice(-8_000) ?? '');
    await stop();
  });
  const start = async () => {
    current = startProgram(program, env, folder);
    await current.ready;
  };
  await start();
  const { atelier, member } = discord.world;
  const answer = await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt: 'a lighthouse' });
  const card = await pictures(discord, answer.message?.id ?? '', 4);
  const end = (signal: NodeJS.Signals) => current?.end(signal);
  return { ...testEnvironment, card, start, end };
};

test('a job of a reaction whose card was not sent when Easel was killed is begun after the next start', async () => {
  const { discord, service, card, start, end } = await setTheScene();
  const { atelier, secondMember } = discord.world;
  const held = discord.faults.hang(SENDING);
  discord.as(secondMember.id).react(card.id, '🔄');
  await vi.waitFor(() => {
    expect(held.waiting).toBe(1);
  }, 5_000);
  expect(service.submissions).toHaveLength(1);
  await end('SIGKILL');
  await start();
  held.release();
  const again = await reply(discord, atelier.channelId, card.id);
  await pictures(discord, again.id, 4);
  expect(repliesTo(discord, atelier.channelId, card.id)).toHaveLength(1);
  expect(service.submissions).toHaveLength(2);
});

test('a card that stood but was never confirmed is not sent twice, and its job is submitted once', async () => {
  const { discord, service, card, start, end } = await setTheScene();
  const { atelier, secondMember } = discord.world;
  discord.faults.cutOff({ ...SENDING, times: Infinity });
  discord.as(secondMember.id).react(card.id, '🔄');
  const again = await reply(discord, atelier.channelId, card.id);
  expect(service.submissions).toHaveLength(1);
  await end('SIGKILL');
  discord.faults.clear();
  await start();
  await pictures(discord, again.id, 4);
  expect(repliesTo(discord, atelier.channelId, card.id)).toHaveLength(1);
  expect(service.submissions).toHaveLength(2);
});

test('a stop does not wait for a card that Discord does not take, and the next start sends it', async () => {
  const { discord, service, card, start, end } = await setTheScene();
  const { atelier, secondMember } = discord.world;
  const held = discord.faults.hang(SENDING);
  discord.as(secondMember.id).react(card.id, '🔄');
  await vi.waitFor(() => {
    expect(held.waiting).toBe(1);
  }, 5_000);
  const exit = await end('SIGTERM');
  expect(exit?.code).toBe(0);
  expect(exit?.afterMs).toBeLessThan(5_000);
  held.release();
  await start();
  const again = await reply(discord, atelier.channelId, card.id);
  await pictures(discord, again.id, 4);
  expect(service.submissions).toHaveLength(2);
});
