import axe from 'axe-core';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import {
  awaitPictures,
  box,
  chooseCommand,
  command,
  messageWith,
  usePageWorld,
  visit,
} from './page-world.ts';

const { world } = usePageWorld();

const violationsSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().optional() })),
    }),
  ),
});

/** What axe finds wrong with what is shown now, best practices included. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const found = violationsSchema.parse(await page.evaluate('axe.run()'));
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${JSON.stringify(target)} ${failureSummary ?? ''}`),
  );
};

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test.each(['dark', 'light'] as const)(
  'in the %s theme axe finds nothing to object to, whatever is open',
  async (colorScheme) => {
    const page = await visit(world(), { context: { colorScheme } });
    await command(page, 'imagine', `colours of the ${colorScheme}`);
    const message = messageWith(page, `colours of the ${colorScheme}`);
    await awaitPictures(message, 4);
    await command(page, 'help');
    await page.getByText('Only you can see this').last().waitFor();
    expect(await violations(page), 'a channel').toEqual([]);
    await box(page).fill('/');
    await page.getByRole('option').first().waitFor();
    expect(await violations(page), 'the list of commands').toEqual([]);
    await page.keyboard.press('Escape');
    await chooseCommand(page, 'imagine');
    await page.keyboard.press('Enter');
    await page.locator('.hint.wrong').waitFor();
    expect(await violations(page), 'a command with a problem').toEqual([]);
    await page.keyboard.press('Escape');
    await message.hover();
    await message.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menu').waitFor();
    expect(await violations(page), 'a context menu').toEqual([]);
    await page.keyboard.press('Escape');
    for (const tab of ['Traffic', 'Faults', 'Time']) {
      if (tab === 'Traffic') await page.getByRole('button', { name: 'Sandbox', exact: true }).click();
      await page.getByRole('tab', { name: tab }).click();
      expect(await violations(page), tab).toEqual([]);
    }
  },
);

test('on a phone the channels and the chat are one screen each, and nothing is wider than the screen', async () => {
  const page = await visit(world(), { context: PHONE });
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(await overflow()).toBe(0);
  await page.getByRole('button', { name: 'Back to the channels' }).tap();
  expect(await box(page).isVisible()).toBe(false);
  expect(await violations(page)).toEqual([]);
  await page.locator('.channel', { hasText: 'general' }).tap();
  await page.getByRole('button', { name: 'Show the commands' }).tap();
  await page.getByRole('option', { name: /^\/imagine/ }).tap();
  await page.keyboard.type(
    'a picture for a phone that has quite a long prompt, so that it takes several lines',
  );
  await page.getByRole('button', { name: 'Send' }).tap();
  await awaitPictures(messageWith(page, 'a picture for a phone'), 4);
  expect(await overflow()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sandbox' }).tap();
  await page.getByRole('tab', { name: 'Faults' }).tap();
  expect(await overflow()).toBe(0);
});

test('everything is reached with the keyboard: people, channels, menus and the drawer', async () => {
  const page = await visit(world());
  await page.locator('.me').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.me', { hasText: 'Felix' }).waitFor();
  await page.getByRole('button', { name: 'Gallery' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await page.locator('.knobs-toggle').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Traffic' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('switch', { name: /Slow service/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Sandbox' }).waitFor({ state: 'detached' });
});
