import { ConfigError, readConfig } from '../../src/config.ts';

/** The variables without which nothing starts. */
export const REQUIRED = { DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'https://images.example/api' };

/** What reading a configuration that has problems throws. */
export const errorOf = (env: NodeJS.ProcessEnv): ConfigError => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('Expected a problem');
};
