import { startDiscord, type DiscordOptions } from '../discord/index.ts';
import { startImageService, type ImageServiceOptions } from '../image-service/index.ts';
import { BotProcess } from './bot-process.ts';
import { startPage } from './page-server.ts';

const API_KEY = 'sandbox-image-service-key';

export interface StandInsOptions {
  discord?: Partial<DiscordOptions>;
  service?: Partial<ImageServiceOptions>;
  /** Variables of the bot, beside those that name the stand-ins. */
  env?: Readonly<Record<string, string>>;
  /** Whether the bot knows how long pictures take, as after a day of work. */
  hasWorkedBefore?: boolean;
  /** Gets every line that the bot logs. */
  onLine: (line: string) => void;
}

/** Starts the stand-ins, for a bot that is yet to be started. */
const openStandIns = async (options: StandInsOptions) => {
  const discord = await startDiscord(options.discord);
  const service = await startImageService({
    accounts: [{ name: 'sandbox', key: API_KEY, quota: 1000 }],
    ...options.service,
  });
  const bot = await BotProcess.create({
    botToken: discord.botToken,
    discordApiUrl: discord.apiUrl,
    imageApiUrl: service.url,
    imageApiKey: API_KEY,
    ...(options.env && { env: options.env }),
    onLine: options.onLine,
  });
  if (options.hasWorkedBefore) await bot.learn();
  const stop = async () => {
    await bot.dispose();
    await Promise.all([discord.stop(), service.stop()]);
  };
  return { discord, service, bot, stop };
};

/**
 * Starts the stand-ins and the bot.
 *
 * @throws Error when the bot can't be started
 */
export const startStandIns = async (options: StandInsOptions) => {
  const standIns = await openStandIns(options);
  await standIns.bot.start();
  return standIns;
};

/** Both stand-ins, the unmodified bot among them, and the page. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts everything.
 *
 * @param options `port`: where the page is wanted; 0: any free port.
 * @throws Error when the bot or the page can't be started
 */
export const startSandbox = async (options: StandInsOptions & { port: number }) => {
  const standIns = await openStandIns(options);
  // The page answers while the bot, which takes longer, still starts.
  const [page] = await Promise.all([startPage({ ...standIns, port: options.port }), standIns.bot.start()]);
  const stop = async () => {
    await page.stop();
    await standIns.stop();
  };
  return { ...standIns, page, stop };
};
