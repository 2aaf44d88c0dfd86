import { parseArgs } from 'node:util';
import { startDiscord } from '../discord/index.ts';
import type { Discord } from '../discord/index.ts';
import { startImageService } from '../image-service/index.ts';
import type { ImageService } from '../image-service/index.ts';
import { BotProcess } from './bot-process.ts';
import { runOnce } from './once.ts';

const API_KEY = 'sandbox-image-service-key';
const FOLDER = 'pictures';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

interface Sandbox {
  discord: Discord;
  service: ImageService;
  bot: BotProcess;
  stop: () => Promise<void>;
}

const startSandbox = async (onLine: (line: string) => void): Promise<Sandbox> => {
  const discord = await startDiscord();
  const service = await startImageService({ accounts: [{ name: 'sandbox', key: API_KEY, quota: 1000 }] });
  const bot = await BotProcess.launch({
    botToken: discord.botToken,
    discordApiUrl: discord.apiUrl,
    imageApiUrl: service.url,
    imageApiKey: API_KEY,
    onLine,
  });
  const stop = async () => {
    await bot.dispose();
    await Promise.all([discord.stop(), service.stop()]);
  };
  return { discord, service, bot, stop };
};

const once = async (prompt: string): Promise<void> => {
  print('Starting a stand-in for Discord, a stand-in for the image service, and the bot …\n');
  const { discord, stop } = await startSandbox(() => undefined);
  try {
    const files = await runOnce({ discord, prompt, folder: FOLDER, print });
    print(
      files.length > 0
        ? `Saved in ${FOLDER}/:\n${files.map((file) => `  ${file}`).join('\n')}`
        : 'There are no pictures.',
    );
    if (files.length === 0) process.exitCode = 1;
  } finally {
    await stop();
  }
};

const { values } = parseArgs({ options: { once: { type: 'string' } } });
if (values.once !== undefined) await once(values.once);
