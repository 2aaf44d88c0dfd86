import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { awaitPictures, box, command, messageWith, usePageWorld, visit } from './page-world.ts';

const { world } = usePageWorld();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('a command that failed stands among the messages where it was sent', async () => {
  const page = await visit(world());
  await world().bot.kill();
  try {
    await command(page, 'help');
    await page.getByText('The application did not respond').waitFor();
  } finally {
    await world().bot.start();
  }
  await box(page).fill('written afterwards');
  await page.keyboard.press('Enter');
  await messageWith(page, 'written afterwards').waitFor();
  const rows = await page.locator('.messages > .message').allInnerTexts();
  expect(rows.at(-2)).toContain('The application did not respond');
  expect(rows.at(-1)).toContain('written afterwards');
});

/** What reaches over the right edge of the window. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.messages *, .modal *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
    .map((element) => element.outerHTML.slice(0, 80))`);

/** The height of the last table as it is, and with lines that don't break. */
const TABLE_HEIGHTS = `(() => {
  const table = [...document.querySelectorAll('.message pre')].at(-1);
  const height = table.offsetHeight;
  table.firstElementChild.style.whiteSpace = 'pre';
  return [height, table.offsetHeight];
})()`;

test('/usage, selects and forms fit a phone', async () => {
  const page = await visit(world(), { userId: world().discord.world.admin.id, context: PHONE });
  await command(page, 'imagine', 'a picture to change');
  const card = messageWith(page, 'a picture to change');
  await awaitPictures(card, 4);
  await command(page, 'usage');
  await page.locator('.message pre').last().waitFor();
  const [wrapped, plain] = await page.evaluate<[number, number]>(TABLE_HEIGHTS);
  expect(wrapped).toBe(plain);
  await command(page, 'settings');
  const select = page.locator('.pick-box').last();
  await select.tap();
  await page.getByRole('listbox').waitFor();
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await command(page, 'key set');
  await page.getByRole('dialog').waitFor();
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Edit picture' }).tap();
  const form = page.getByRole('dialog');
  await form.getByText('4K keeps unedited parts better', { exact: true }).waitFor();
  expect(await tooWide(page)).toEqual([]);
});
