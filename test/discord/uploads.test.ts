import { expect, onTestFinished, test } from 'vitest';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { ask } from '../world/asking.ts';
import { expectPictures, picturesOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('pictures are uploaded whichever version of undici serves the rest of the process', async () => {
  const before = getGlobalDispatcher();
  onTestFinished(() => {
    setGlobalDispatcher(before);
  });
  setGlobalDispatcher(new Agent());
  const world = await startWorld();
  const message = await ask(world, 'a heron');
  expect(picturesOf(await expectPictures(world.discord, message, 4))).toBe(4);
});
