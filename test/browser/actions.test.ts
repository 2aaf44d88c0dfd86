import { addAgain } from '../world/admin-panels.ts';
import { expect, test } from 'vitest';
import {
  addOption,
  awaitPictures,
  chooseCommand,
  command,
  messageWith,
  pickChoice,
  usePageWorld,
  visit,
} from './page-world.ts';

const { world } = usePageWorld();

test('🔄 as a reaction asks for the same pictures again', async () => {
  const { discord } = world();
  await addAgain(discord);
  const page = await visit(world());
  await command(page, 'imagine', 'a turning wheel');
  const first = messageWith(page, 'a turning wheel');
  await awaitPictures(first, 4);
  const before = world().service.submissions.length;
  await first.locator('.reactions').getByRole('button', { name: '🔄' }).click();
  await expect.poll(() => world().service.submissions.length).toBe(before + 1);
  expect(world().service.submissions.at(-1)?.body).toMatchObject({ prompt: 'a turning wheel' });
  await expect.poll(() => page.locator('.message', { hasText: 'a turning wheel' }).count()).toBe(2);
  await awaitPictures(messageWith(page, 'a turning wheel'), 4);
});

test('the prompt is edited in a modal, and the new one is painted', async () => {
  const page = await visit(world());
  await command(page, 'imagine', 'a grey cat');
  const message = messageWith(page, 'a grey cat');
  await awaitPictures(message, 4);
  await message.getByRole('button', { name: 'Edit prompt' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox').first();
  await expect.poll(() => field.inputValue()).toBe('a grey cat');
  await field.fill('a golden cat');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor({ state: 'detached' });
  await awaitPictures(messageWith(page, 'a golden cat'), 4);
  expect(world().service.submissions.at(-1)?.body).toMatchObject({ prompt: 'a golden cat' });
});

test('/key set: an admin hands a key over in a modal, and the server uses it', async () => {
  const { discord, service } = world();
  const key = 'a-key-of-the-gallery-0123456789';
  service.openAccount({ name: 'gallery', key });
  const { admin, gallery } = discord.world;
  const page = await visit(world(), { userId: admin.id, channelId: gallery.channelId });
  await command(page, 'key set');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(key);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Only you can see this').first().waitFor();
  await command(page, 'imagine', 'paid by the gallery');
  await awaitPictures(messageWith(page, 'paid by the gallery'), 4);
  expect(service.submissions.at(-1)?.account).toBe('gallery');
  expect(await page.getByText(key).count()).toBe(0);
});

test('one becomes somebody else in place, and sees what they see', async () => {
  const page = await visit(world());
  await chooseCommand(page, 'imagine');
  await page.keyboard.type('only for Mona');
  await addOption(page, 'private');
  await pickChoice(page, 'True');
  await page.keyboard.press('Enter');
  await awaitPictures(messageWith(page, 'only for Mona'), 4);
  await page.locator('.me').click();
  await page.getByRole('menuitemradio', { name: /Felix/ }).click();
  await page.locator('.me', { hasText: 'Felix' }).waitFor();
  expect(await page.getByText('only for Mona').count()).toBe(0);
});
