import { LogChannel, type LogChannelOptions } from '../discord/log-channel.ts';
import { ServerChannels } from '../discord/server-channels.ts';
import { Takedowns, type TakedownsOptions } from '../discord/takedowns.ts';
import type { DiscordApi } from '../discord/api.ts';

type Needed = Omit<LogChannelOptions, 'channels' | 'api'> &
  Omit<TakedownsOptions, 'api'> & { api: DiscordApi };

/** What happens in Discord beside cards: the servers' log channels, and the messages that are to go. */
export const wireLog = (options: Needed) => {
  const channels = new ServerChannels(options.api);
  const logChannel = new LogChannel({ ...options, channels });
  logChannel.listen(options.events);
  return { channels, logChannel, takedowns: new Takedowns(options) };
};
