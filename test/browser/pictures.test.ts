import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import {
  addOption,
  awaitPictures,
  box,
  chooseCommand,
  command,
  messageWith,
  pickChoice,
  usePageWorld,
  visit,
} from './page-world.ts';

const { world } = usePageWorld();

/** The smallest PNG there is: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('/imagine, typed with the keyboard alone, ends with four pictures that say what they show', async () => {
  const page = await visit(world());
  await command(page, 'imagine', 'a lighthouse at dusk');
  const message = messageWith(page, 'a lighthouse at dusk');
  await message.locator('.reply-line', { hasText: 'Mona used /imagine' }).waitFor();
  await awaitPictures(message, 4);
  const pictures = await message.getByRole('img', { name: 'a lighthouse at dusk' }).count();
  expect(pictures).toBe(4);
  await box(page).waitFor();
  expect(await page.evaluate('document.activeElement.className')).toBe('text-box');
});

test('a command is not sent without its required option, and the page says why', async () => {
  const page = await visit(world());
  const before = world().discord.dispatches.length;
  await chooseCommand(page, 'imagine');
  await page.keyboard.press('Enter');
  await page.locator('.hint.wrong', { hasText: 'This option is required' }).waitFor();
  expect(
    world()
      .discord.dispatches.slice(before)
      .filter(({ event }) => event === 'INTERACTION_CREATE'),
  ).toEqual([]);
});

test('/gen takes a reference picture from the file picker', async () => {
  const page = await visit(world());
  await chooseCommand(page, 'gen');
  await page.keyboard.type('make the sky green');
  await addOption(page, 'reference');
  await page
    .locator('.option-file input[type=file]')
    .setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer: PNG });
  await page.locator('.picked-file', { hasText: 'sky.png' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await awaitPictures(messageWith(page, 'make the sky green'), 1);
  const body = world().service.submissions.at(-1)?.body;
  expect(body).toMatchObject({ referImages: [expect.stringContaining('sky.png')] });
});

test('a task that fails leaves the reason in the message', async () => {
  const page = await visit(world());
  world().service.planTasks({ failReason: 'the brush broke' });
  await command(page, 'imagine', 'a broken brush');
  await page.locator('.message', { hasText: 'the brush broke' }).waitFor();
});

test('a private answer is seen by its person alone, and is dismissed', async () => {
  const { discord } = world();
  const mine = await visit(world());
  const others = await visit(world(), { userId: discord.world.secondMember.id });
  await chooseCommand(mine, 'imagine');
  await mine.keyboard.type('a secret garden');
  await addOption(mine, 'private');
  await pickChoice(mine, 'True');
  await mine.keyboard.press('Enter');
  const message = messageWith(mine, 'a secret garden');
  await awaitPictures(message, 4);
  await message.getByText('Only you can see this').waitFor();
  expect(await others.getByText('a secret garden').count()).toBe(0);
  await message.getByRole('button', { name: 'Dismiss message' }).click();
  await mine.getByText('a secret garden').waitFor({ state: 'detached' });
});

test('a picture opens large, and the arrow keys go on to the next', async () => {
  const page = await visit(world());
  await command(page, 'imagine', 'a row of pictures');
  const message = messageWith(page, 'a row of pictures');
  await awaitPictures(message, 4);
  await message.locator('.tile').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 of 4').waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('2 of 4').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

/** The rows in which a message's buttons stand, as they wrap. */
const rowsOf = async (message: Locator): Promise<number> => {
  const buttons = await message.locator('.action-row .button').all();
  const boxes = await Promise.all(buttons.map((one) => one.boundingBox()));
  return new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size;
};

test.each([
  ['en', 'imagine', 4],
  ['en', 'gen', 1],
  ['de', 'imagine', 4],
  ['de', 'gen', 1],
] as const)('a finished card takes two rows on a phone (%s, /%s)', async (language, name, count) => {
  const { discord } = world();
  const { atelier, admin } = discord.world;
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).click(message?.id ?? '', customId('settings-page', 'people'));
  await discord.as(admin.id).select(message?.id ?? '', customId('settings', 'language'), [language]);
  const page = await visit(world(), { context: { viewport: { width: 390, height: 800 } } });
  const prompt = `a boat, ${language} ${name}`;
  await command(page, name, prompt);
  const shown = messageWith(page, prompt);
  await awaitPictures(shown, count);
  expect(await rowsOf(shown)).toBe(2);
});
