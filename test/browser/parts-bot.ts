import { InteractionType, type APIInteraction, type Client } from 'discord.js';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startPage } from '../../sandbox/demo/page-server.ts';
import type { Discord } from '../../sandbox/discord/index.ts';
import { plainPainter, startImageService } from '../../sandbox/image-service/index.ts';
import { answer, connect, register, start } from '../sandbox-discord/helpers.ts';

const TRY = {
  name: 'try',
  description: 'Tries the page',
  options: [
    { type: 3, name: 'word', description: 'A word that is suggested', required: true, autocomplete: true },
    { type: 6, name: 'person', description: 'Somebody' },
    { type: 4, name: 'number', description: 'A number', min_value: 1, max_value: 5 },
  ],
};
const INSPECT = { type: 3, name: 'Inspect' };

export interface Bot {
  discord: Discord;
  page: Page;
  /** What the page's person did, oldest first. */
  heard: APIInteraction[];
}

/** The page with a bot of the test's own, whose answers the test decides. */
export const startParts = async (answers: (interaction: APIInteraction) => unknown): Promise<Bot> => {
  const discord = await start();
  await register(discord, TRY, INSPECT);
  const client: Client = await connect(discord);
  const service = await startImageService({ painter: plainPainter() });
  const bot = { running: true, kill: () => Promise.resolve(), start: () => Promise.resolve() };
  const served = await startPage({ discord, service, bot, port: 0 });
  const browser = await launchBrowser();
  onTestFinished(async () => {
    await browser.close();
    await served.stop();
    await service.stop();
  });
  const heard: APIInteraction[] = [];
  client.ws.on('INTERACTION_CREATE' as never, (interaction: APIInteraction) => {
    heard.push(interaction);
    const body = answers(interaction);
    if (body !== undefined) void answer(discord, interaction, body);
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(10_000);
  await page.goto(served.url);
  await page.locator('.text-box').waitFor();
  return { discord, page, heard };
};

export const choose = async (page: Page): Promise<void> => {
  await page.locator('.text-box').focus();
  await page.keyboard.type('/try ');
  await page.locator('.command-chip').waitFor();
};

export const trySomething = async (page: Page): Promise<void> => {
  await choose(page);
  await page.keyboard.type('this');
  await page.getByRole('option', { name: 'this word' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
};

export const suggest = (interaction: APIInteraction) =>
  interaction.type === InteractionType.ApplicationCommandAutocomplete
    ? {
        type: 8,
        data: {
          choices: [
            { name: 'this word', value: 'word-1' },
            { name: 'that word', value: 'word-2' },
          ],
        },
      }
    : undefined;
