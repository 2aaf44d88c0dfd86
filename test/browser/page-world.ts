import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startSandbox, type Sandbox } from '../../sandbox/demo/sandbox.ts';
import { plainPainter } from '../../sandbox/image-service/index.ts';
import { HANGS_AFTER_MS } from '../../sandbox/wait.ts';

export { addOption, box, chooseCommand, command, messageWith, pickChoice } from './page-actions.ts';

/** The whole sandbox, as `npm run demo` starts it, and a browser. */
export interface PageWorld extends Sandbox {
  browser: Browser;
}

const startPageWorld = async (): Promise<PageWorld> => {
  const browser = await launchBrowser();
  const sandbox = await startSandbox({
    port: 0,
    onLine: () => undefined,
    service: {
      painter: plainPainter(),
      durations: { artgen: { minMs: 500, maxMs: 900 }, gen: { minMs: 500, maxMs: 900 } },
    },
  });
  return { ...sandbox, browser };
};

const stopPageWorld = async ({ browser, stop }: PageWorld): Promise<void> => {
  await browser.close();
  await stop();
};

/** One sandbox for all tests of a file. */
export const usePageWorld = (): { world: () => PageWorld } => {
  let world: PageWorld | undefined;
  beforeAll(async () => {
    world = await startPageWorld();
  });
  afterAll(async () => {
    if (!world) return;
    await stopPageWorld(world);
    expect(world.discord.failures).toEqual([]);
  });
  return {
    world: () => {
      if (!world) throw new Error('The sandbox did not start');
      return world;
    },
  };
};

export interface Visit {
  /** Who one is: the member if nothing is said. */
  userId?: string;
  channelId?: string;
  context?: BrowserContextOptions;
}

/** A browser window with the page in it; what goes wrong in it fails the test. */
export const visit = async (
  world: PageWorld,
  { userId, channelId, context = {} }: Visit = {},
): Promise<Page> => {
  const { member, atelier } = world.discord.world;
  const window = await world.browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
  const page = await window.newPage();
  page.setDefaultTimeout(HANGS_AFTER_MS);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    // Chromium reports answers such as 400 there, which tests provoke.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  onTestFinished(async () => {
    await window.close();
    expect(faults).toEqual([]);
  });
  await page.goto(`${world.page.url}/#/${userId ?? member.id}/${channelId ?? atelier.channelId}`);
  await page.getByRole('region', { name: /^Messages in/ }).waitFor();
  return page;
};

/** Waits until a message shows that many pictures, all of them loaded. */
export const awaitPictures = async (message: Locator, count: number): Promise<void> => {
  const loaded = message.locator('.gallery img.loaded');
  await expect.poll(() => loaded.count()).toBe(count);
};

/** Changes the language of whom one is. */
export const chooseLanguage = async (page: Page, from: string, to: string): Promise<void> => {
  await page.getByRole('button', { name: `: ${from}` }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
  await page.getByRole('button', { name: `: ${to}` }).waitFor();
};
