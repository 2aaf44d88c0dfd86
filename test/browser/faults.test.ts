import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { awaitPictures, command, messageWith, usePageWorld, visit } from './page-world.ts';

const { world } = usePageWorld();

/** Waits until the service works on a request: how soon the card says so depends on how busy the bot is. */
const awaitTask = (prompt: string) =>
  expect.poll(() => world().service.tasks.some(({ body }) => body.prompt === prompt)).toBe(true);

const openDrawer = async (page: Page, tab: 'Traffic' | 'Faults' | 'Time') => {
  await page.getByRole('button', { name: 'Sandbox', exact: true }).click();
  const drawer = page.getByRole('complementary', { name: 'Sandbox' });
  await drawer.getByRole('tab', { name: tab }).click();
  return drawer;
};

test('a bot that is down leaves "The application did not respond" after three seconds', async () => {
  const page = await visit(world());
  await world().bot.kill();
  try {
    await command(page, 'help');
    await page.getByText('Sending command…').waitFor();
    const failed = page.locator('.sent', { hasText: 'The application did not respond' });
    await failed.waitFor();
    await failed.getByRole('button', { name: 'Dismiss message' }).click();
    await failed.waitFor({ state: 'detached' });
  } finally {
    await world().bot.start();
  }
});

test('pictures come also after the gateway was lost and all tokens expired in mid-task', async () => {
  const page = await visit(world());
  const drawer = await openDrawer(page, 'Faults');
  world().service.planTasks({ durationMs: 3_000 });
  await command(page, 'imagine', 'a storm at sea');
  const message = messageWith(page, 'a storm at sea');
  await message.waitFor();
  await awaitTask('a storm at sea');
  await drawer.getByRole('button', { name: 'Expire all tokens' }).click();
  await drawer.getByRole('button', { name: 'Lose the gateway' }).click();
  await awaitPictures(message, 4);
  // The bot may make pictures before it has a new session, and hears of nothing until then.
  await expect.poll(() => world().discord.gateway.sessions.length).toBe(1);
});

test("a request ends while the quota is empty; a key of the server's own that has quota brings pictures again", async () => {
  const { admin, gallery } = world().discord.world;
  const page = await visit(world(), { userId: admin.id, channelId: gallery.channelId });
  const drawer = await openDrawer(page, 'Faults');
  await drawer.getByRole('switch', { name: /Quota empty/ }).click();
  await drawer.getByText('0 submissions left', { exact: true }).first().waitFor();
  await command(page, 'imagine', 'a request without money');
  await messageWith(page, 'a request without money').getByText('The image quota is used up').waitFor();
  await drawer.getByRole('button', { name: 'Switch everything off' }).click();
  await drawer.getByText('100 submissions left', { exact: true }).waitFor();
  const key = await drawer.locator('.key-to-set code').last().innerText();
  await command(page, 'key set');
  await page.getByRole('dialog').getByRole('textbox').fill(key);
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await command(page, 'imagine', 'a request with money');
  await awaitPictures(messageWith(page, 'a request with money'), 4);
});
