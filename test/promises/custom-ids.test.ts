import { expect, test } from 'vitest';
import { expectPainted, typeCommand } from '../world/asking.ts';
import { forgeClick } from '../world/forging.ts';
import { expectAnswer, idOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const JOB = '01M89F0STGCVWBXGZ0E09Z0XQT';
const PERSON = '1454321098765432109';

/** What 1.1 leaves on messages that stay: cards, posts, notices and lines of the log channel. Each goes on being understood. */
const CUSTOM_IDS = [
  `again:${JOB}`,
  `check-again:${JOB}`,
  `delete:${JOB}`,
  `delete:${JOB}:0:${PERSON}`,
  `delete-here:${JOB}`,
  `details:${JOB}`,
  `edit-picture:${JOB}:1`,
  `edit-prompt:${JOB}`,
  `enlarge:${JOB}:1`,
  `log-delete:${JOB}`,
  `more-pictures:${JOB}:2`,
  `notify:${JOB}:0`,
  `pick:${JOB}:4`,
  `post:${JOB}:1`,
  `publish:${JOB}`,
  `refresh:${JOB}`,
  `stop:${JOB}`,
  `try-again:${JOB}`,
  `try-again:${JOB}:20`,
  `vary:${JOB}:1`,
];

test('the buttons that 1.1 has left under messages are understood', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin } = discord.world;
  await expectPainted(world);
  const messageId = idOf(await typeCommand(world, 'help', {}, { personId: admin.id }));
  for (const id of CUSTOM_IDS) {
    const answer = await forgeClick(discord.as(admin.id), messageId, id);
    const { content } = await expectAnswer(discord, answer);
    expect(content, id).not.toContain(errorText('command-changed'));
  }
  const unknown = await forgeClick(discord.as(admin.id), messageId, `repaint:${JOB}`);
  expect((await expectAnswer(discord, unknown)).content).toContain(errorText('command-changed'));
});
