import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { LOCALES } from '../../src/messages/words/locales.ts';
import { awaitPictures, messageWith, usePageWorld, visit } from './page-world.ts';

const { world } = usePageWorld();

const BUTTON_HEIGHT = 40;
const PHONE = { viewport: { width: 390, height: 800 } };

interface Box {
  scrollWidth: number;
  clientWidth: number;
  clientHeight: number;
}

const isCut = async (part: Locator): Promise<boolean> => {
  const { scrollWidth, clientWidth, clientHeight } = await part.evaluate((one: Box) => ({
    scrollWidth: one.scrollWidth,
    clientWidth: one.clientWidth,
    clientHeight: one.clientHeight,
  }));
  // Discord cuts labels off where the page would wrap them.
  const isButton = (await part.getAttribute('class'))?.includes('button') === true;
  return scrollWidth > clientWidth + 1 || (isButton && clientHeight > BUTTON_HEIGHT);
};

/** The parts of a message that are wider than their place, once the page shows it. */
const cutOff = async (message: Locator): Promise<string[]> => {
  await message.waitFor();
  const parts = await message.locator('.button, .embed, .words, .rows').all();
  expect(parts).not.toEqual([]);
  const cut = await Promise.all(parts.map(isCut));
  return Promise.all(parts.filter((_part, index) => cut[index]).map((part) => part.innerText()));
};

const shown = (page: Page, id: string | undefined): Locator => page.locator(`[data-message="${id ?? ''}"]`);

const PANELS = [
  'help',
  'settings',
  'limits',
  'blocklist',
  'styles',
  'defaults',
  'privacy',
  'usage',
  'history',
];
const PAGES = { help: ['buttons'], 'settings-page': ['people', 'channels'] };

test.each(LOCALES)('cards and panels in $name fit on a phone', async ({ code, locales: [locale] }) => {
  const { discord, service } = world();
  const { atelier, admin } = discord.world;
  const person = discord.as(admin.id);
  const say = async (name: string, prompt?: string) => {
    const { message } = await person.slash(atelier.channelId, name, prompt === undefined ? {} : { prompt });
    return message?.id ?? '';
  };
  admin.user.locale = locale;
  const settings = await say('settings');
  await person.click(settings, customId('settings-page', 'people'));
  await person.select(settings, customId('settings', 'language'), [code]);
  const page = await visit(world(), { userId: admin.id, context: PHONE });
  for (const [name, count] of [
    ['imagine', 4],
    ['gen', 1],
  ] as const) {
    const card = shown(page, await say(name, 'a boat'));
    await awaitPictures(card, count);
    expect(await cutOff(card)).toEqual([]);
  }
  service.planTasks({ failReason: 'too dark' });
  await say('gen', `a failure in ${code}`);
  await messageWith(page, `a failure in ${code}`).getByText('too dark').waitFor();
  expect(await cutOff(messageWith(page, `a failure in ${code}`))).toEqual([]);
  expect(await cutOff(shown(page, await say('imagine', 'a refusal --repeat two')))).toEqual([]);
  for (const name of PANELS) expect(await cutOff(shown(page, await say(name)))).toEqual([]);
  for (const [action, pages] of Object.entries(PAGES)) {
    const panel = await say(action.replace('-page', ''));
    for (const name of pages) {
      await person.click(panel, `${action}:${name}`);
      expect(await cutOff(shown(page, panel)), name).toEqual([]);
    }
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});
