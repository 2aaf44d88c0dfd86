import type { Config } from '../../config.ts';
import { DiscordApi } from '../../discord/api.ts';
import { VERSION } from '../../lib/version.ts';
import { ImageApiClient } from '../../services/image-api/client.ts';
import { createWeb } from '../../services/network/web.ts';
import { createMetrics } from '../../services/operations/metrics.ts';
import { botRate } from '../part.ts';
import type { Running } from '../runtime.ts';

/** The ways out: to Discord, to the image service, and to the addresses that others name. */
export const openNetwork = (config: Config, { clock, log, web }: Running) => {
  const { discordToken, discordApiUrl, imageApiUrl } = config;
  const metrics = createMetrics(VERSION);
  return {
    metrics,
    api: new DiscordApi({
      apiUrl: discordApiUrl,
      botToken: discordToken,
      requestsPerSecond: botRate(config),
      metrics,
      log,
      clock,
    }),
    imageApi: new ImageApiClient({ baseUrl: imageApiUrl, clock, log }),
    web: createWeb({
      allowPrivateAddresses: config.allowPrivateAddresses,
      trustedUrls: [imageApiUrl, discordApiUrl],
      clock,
      ...web,
    }),
  };
};

export type Network = ReturnType<typeof openNetwork>;
