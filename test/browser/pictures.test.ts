import { expect, test } from 'vitest';
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

test('the list shows every command that the bot registered, with its description', async () => {
  const page = await visit(world());
  await box(page).focus();
  await page.keyboard.type('/');
  const shown = page.getByRole('option');
  await shown.first().waitFor();
  const texts = (await shown.allInnerTexts()).join('\n');
  // What only some people may use is not offered to a member.
  const forAll = world()
    .discord.commands()
    .filter((command) => command.type === 1 && command.default_member_permissions === null);
  const own = forAll.filter(({ options }) => options.every((option) => option.type > 2));
  expect(own.length).toBeGreaterThan(3);
  for (const { description } of own) expect(texts).toContain(description);
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

test('a choice is picked from the list, and it is what the bot gets', async () => {
  const page = await visit(world());
  await chooseCommand(page, 'imagine');
  await page.keyboard.type('a choice of modes');
  await addOption(page, 'mode');
  await pickChoice(page, 'relaxed');
  await page.keyboard.press('Enter');
  await awaitPictures(messageWith(page, 'a choice of modes'), 4);
  expect(world().service.submissions.at(-1)?.body).toMatchObject({ mode: 'relaxed' });
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

test('a picture that is pasted while a command is typed becomes its reference', async () => {
  const page = await visit(world());
  await chooseCommand(page, 'gen');
  await page.keyboard.type('as it was pasted');
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob('${PNG.toString('base64')}'), (one) => one.charCodeAt(0))], 'pasted.png', { type: 'image/png' }));
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
  await page.locator('.picked-file', { hasText: 'pasted.png' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await awaitPictures(messageWith(page, 'as it was pasted'), 1);
  const body = world().service.submissions.at(-1)?.body;
  expect(body).toMatchObject({ referImages: [expect.stringContaining('pasted.png')] });
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

test('the time since the submission moves by itself', async () => {
  const page = await visit(world());
  world().service.planTasks({ durationMs: 30_000 });
  await command(page, 'imagine', 'a slow clock');
  const moment = messageWith(page, 'a slow clock').locator('.moment');
  await moment.waitFor();
  const first = await moment.innerText();
  await expect.poll(() => moment.innerText(), { timeout: 6_000 }).not.toBe(first);
});
