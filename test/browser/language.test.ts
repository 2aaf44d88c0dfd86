import { expect, test } from 'vitest';
import {
  awaitPictures,
  box,
  chooseLanguage,
  command,
  messageWith,
  usePageWorld,
  visit,
} from './page-world.ts';
import { openApp } from './page-actions.ts';

const { world } = usePageWorld();

test('a person who speaks German reads it everywhere but on cards of an English server', async () => {
  const page = await visit(world());
  await command(page, 'imagine', 'a lighthouse in two languages');
  const card = messageWith(page, 'a lighthouse in two languages');
  await awaitPictures(card, 4);
  await chooseLanguage(page, 'American English', 'Deutsch');
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await box(page).focus();
  await page.keyboard.type('/imagine');
  await page.getByText('Vier Bilder aus einem Prompt erstellen').first().waitFor();
  await page.keyboard.press('Escape');
  await box(page).fill('');
  await card.getByRole('button', { name: 'Edit prompt' }).click();
  await page.getByRole('heading', { name: 'Prompt ändern' }).waitFor();
  await page.getByRole('button', { name: 'Absenden' }).waitFor();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await openApp(page, card, 'Details zum Bild');
  await page.getByText('Nur du kannst dies sehen').waitFor();
  await page.getByText('Angefordert').first().waitFor();
  await chooseLanguage(page, 'Deutsch', 'American English');
  await page.getByText('Only you can see this').waitFor();
});
