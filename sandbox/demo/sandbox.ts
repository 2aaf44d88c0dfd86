import { startDiscord } from '../discord/index.ts';
import type { Discord, DiscordOptions } from '../discord/index.ts';
import { startImageService } from '../image-service/index.ts';
import type { ImageService, ImageServiceOptions } from '../image-service/index.ts';
import { BotProcess } from './bot-process.ts';
import { startPage } from './page-server.ts';
import type { Page } from './page-server.ts';

const API_KEY = 'sandbox-image-service-key';

export interface SandboxOptions {
  discord?: Partial<DiscordOptions>;
  service?: Partial<ImageServiceOptions>;
  /** Where the page is wanted; 0: any free port. */
  port: number;
  /** Told of every line that the bot logs. */
  onLine: (line: string) => void;
}

/** Both stand-ins, the unmodified bot among them, and the page. */
export interface Sandbox {
  discord: Discord;
  service: ImageService;
  bot: BotProcess;
  page: Page;
  stop: () => Promise<void>;
}

/**
 * Starts everything.
 *
 * @throws Error when the bot or the page can't be started
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const discord = await startDiscord(options.discord);
  const service = await startImageService({
    accounts: [{ name: 'sandbox', key: API_KEY, quota: 1000 }],
    ...options.service,
  });
  const bot = await BotProcess.launch({
    botToken: discord.botToken,
    discordApiUrl: discord.apiUrl,
    imageApiUrl: service.url,
    imageApiKey: API_KEY,
    onLine: options.onLine,
  });
  const page = await startPage({ discord, service, bot, port: options.port });
  const stop = async () => {
    await page.stop();
    await bot.dispose();
    await Promise.all([discord.stop(), service.stop()]);
  };
  return { discord, service, bot, page, stop };
};
