import type { Locator, Page } from 'playwright-core';

/** Longer than the slowest thing that is waited for: a killed bot that takes its jobs up again. */

/** The box in which messages and commands are typed. */
export const box = (page: Page): Locator => page.locator('.text-box');

/** Types a command's name and takes it from the list. */
export const chooseCommand = async (page: Page, name: string): Promise<void> => {
  await box(page).focus();
  await page.keyboard.type(`/${name}`);
  await page
    .getByRole('option', { name: new RegExp(`^/${name}`) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.command-chip', { hasText: `/${name}` }).waitFor();
};

/** Adds an option by its name, and goes to its field. */
export const addOption = async (page: Page, name: string): Promise<void> => {
  await page.locator('.command-end').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
};

/** Sends a command whose first option takes a text; others are added by their names and picked from their lists. */
export const command = async (
  page: Page,
  name: string,
  text = '',
  options: Record<string, string> = {},
): Promise<void> => {
  await chooseCommand(page, name);
  if (text !== '') await page.keyboard.type(text);
  for (const [option, value] of Object.entries(options)) {
    await addOption(page, option);
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
};

/** The newest message that shows a text. */
export const messageWith = (page: Page, text: string): Locator =>
  page.locator('.message', { hasText: text }).last();

/** Chooses a command from the menu of a message. */
export const openApp = async (page: Page, message: Locator, name: string): Promise<void> => {
  await message.hover();
  await message.locator('.toolbar [aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name }).click();
};

/** Takes a choice from an option's list. A key goes to what stands behind it, so this waits until that has the focus. */
export const pickChoice = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('option', { name }).click();
  await page.locator('.command-end:focus').waitFor();
};
