import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { customId } from '../../src/messages/custom-id.ts';
import { openSettings } from '../world/admin-panels.ts';
import { awaitPictures, messageWith, usePageWorld, visit } from './page-world.ts';

const { world } = usePageWorld();

test('#pictures says that nothing is spent, and its examples make pictures at a click', async () => {
  const page = await visit(world());
  const welcome = page.getByRole('region', { name: 'About this sandbox' });
  await welcome.getByText('This is a simulation.').waitFor();
  await welcome.getByText('nothing is spent').waitFor();
  const examples = welcome.getByRole('listitem').getByRole('button');
  expect(await examples.count()).toBe(3);
  await examples.nth(1).click();
  await awaitPictures(messageWith(page, 'a castle in the clouds'), 4);
  await examples.nth(2).click();
  await awaitPictures(messageWith(page, 'a fox in the snow'), 1);
});

/** The colour of the dot next to the bot in the member list. */
const dotColor = (page: Page): Promise<string> =>
  page.evaluate<string>(
    'getComputedStyle(document.querySelector(".member:has(.app-tag) .with-status"), "::after").backgroundColor',
  );

test('the tour goes in six steps', async () => {
  const page = await visit(world());
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const tour = page.getByRole('region', { name: 'Tour' });
  const press = (name: string) => tour.getByRole('button', { name, exact: true }).click();
  await tour.getByText('Step 1 of 6').waitFor();
  await press('Make a picture');
  await awaitPictures(messageWith(page, 'a lighthouse at dusk, waves'), 4);
  await press('Next');
  await press('Make one fail');
  await messageWith(page, 'something the service declines').getByText('content filter').waitFor();
  await press('Next');
  await press('Open the styles');
  await messageWith(page, 'Styles').getByRole('button', { name: 'New style' }).waitFor();
  await press('Next');
  await press('Be Ada');
  await page.locator('.me', { hasText: 'Ada' }).waitFor();
  await press('Open the settings');
  await messageWith(page, 'Settings · ').waitFor();
  await press('Be Mona again');
  await page.locator('.me', { hasText: 'Mona' }).waitFor();
  await press('Next');
  await tour.getByText('Fill the gallery').waitFor();
  await press('Next');
  world().service.planTasks({ durationMs: 5_000 });
  await press('Make a picture');
  const online = await dotColor(page);
  await press('Kill the bot');
  await page.getByRole('complementary', { name: 'Members' }).getByTitle('Offline').waitFor();
  expect(world().bot.running).toBe(false);
  expect(await dotColor(page)).not.toBe(online);
  await press('Start the bot');
  await awaitPictures(messageWith(page, 'a phoenix in the morning light'), 4);
  expect(await dotColor(page)).toBe(online);
  await press('Finish');
  await tour.waitFor({ state: 'detached' });
});

test('a tour on a phone fills the gallery', async () => {
  const { discord } = world();
  const { atelier, admin } = discord.world;
  const page = await visit(world(), { context: { viewport: { width: 390, height: 844 } } });
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const tour = page.getByRole('region', { name: 'Tour' });
  const press = (name: string) => tour.getByRole('button', { name, exact: true }).click();
  await press('Make a picture');
  await awaitPictures(messageWith(page, 'a lighthouse at dusk, waves'), 4);
  for (let step = 1; step < 5; step += 1) await press('Next');
  await press('Be Ada');
  await press('Open the settings');
  const settings = messageWith(page, 'Settings · ');
  await settings.waitFor();
  const id = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(id, customId('settings', 'gallery'), [atelier.secondChannelId]);
  await discord.as(admin.id).select(id, customId('settings', 'stars'), ['1']);
  await press('Star the last picture');
  await expect.poll(() => discord.messagesIn(atelier.secondChannelId)[0]?.content).toContain('⭐ **1**');
  await press('Be Mona again');
});
