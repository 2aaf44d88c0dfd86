import { ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { ask } from '../world/asking.ts';
import { expectAnswer } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';

const UNKNOWN = [
  ['command', 'command', { id: '1', name: 'no-such-command', type: 1 }],
  ['subcommand', 'command', { id: '1', name: 'key', type: 1, options: [{ name: 'x', type: 1 }] }],
  ['button', 'component', { custom_id: 'no-such-action:1', component_type: ComponentType.Button, id: 1 }],
  ['form', 'modal', { custom_id: 'no-such-form:1', components: [] }],
] as const;

test('an unknown command, button or form is answered with what to do', async () => {
  const world = await startWorld();
  const { discord } = world;
  const messageId = await ask(world, 'a fox');
  for (const [what, kind, data] of UNKNOWN) {
    const result = await discord.as(discord.world.member.id).forge({ messageId }, kind, data);
    expect((await expectAnswer(discord, result)).content, what).toBe(errorText('command-changed'));
  }
});
