import type { DiscordApi } from '../discord/api.ts';
import { LogChannel } from '../discord/log-channel.ts';
import { ServerChannels } from '../discord/server-channels.ts';
import { Takedowns } from '../discord/takedowns.ts';
import type { GuildSettings } from '../services/guilds/settings.ts';
import type { CopyRows } from '../services/jobs/copies.ts';
import type { Deletions } from '../services/jobs/deletions.ts';
import type { JobEvents } from '../services/jobs/events.ts';
import type { Outside } from './runtime.ts';

interface Needed {
  settings: GuildSettings;
  deletions: Deletions;
  copies: CopyRows;
  isOurs: (guildId: string | undefined) => boolean;
  events: JobEvents;
  api: DiscordApi;
}

/** What happens in Discord beside cards: the servers' log channels, and the messages that are to go. */
export const wireLog = (runtime: Outside, { settings, deletions, copies, isOurs, events, api }: Needed) => {
  const channels = new ServerChannels(api);
  const logChannel = new LogChannel(runtime, settings, channels, api, deletions);
  logChannel.listen(events);
  return { channels, logChannel, takedowns: new Takedowns(runtime, copies, settings, api, isOurs, events) };
};
