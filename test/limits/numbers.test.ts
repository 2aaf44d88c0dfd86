import { expect, test } from 'vitest';
import { openPanel, setNumbers, speakGerman, wrongLimit } from '../world/admin-panels.ts';
import { typeCommand } from '../world/asking.ts';
import { textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('thousands are set apart, as the language does', async () => {
  const world = await startWorld();
  expect(await wrongLimit(world, 'many')).toContain('from 0 to 100,000');
  expect(await setNumbers(world, { serverDaily: '12000', personDaily: '1500' })).toMatch(
    /Each person: \*\*1,500\*\*[^]*Whole server: \*\*12,000\*\*/,
  );
  expect(textOf((await typeCommand(world, 'usage')).message)).toContain('**1,500** of 1,500 requests left');
  await speakGerman(world.discord);
  expect(await wrongLimit(world, 'viele')).toContain('von 0 bis 100.000');
  expect(textOf((await typeCommand(world, 'usage')).message)).toContain('**1.500** von 1.500 Anfragen');
  expect(textOf(await openPanel(world, 'limits'))).toContain('**12.000**');
});

test('a limit may be typed as it is shown', async () => {
  const world = await startWorld();
  expect(await setNumbers(world, { personDaily: '1\u202f500', serverDaily: '１２.000' })).toMatch(
    /Each person: \*\*1,500\*\*[^]*Whole server: \*\*12,000\*\*/,
  );
  for (const typed of ['1,50', '1.5', '1,,000', '100,001'])
    expect(await wrongLimit(world, typed)).toContain("isn't a limit");
});
