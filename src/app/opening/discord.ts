import { Gateway } from '../../bot/gateway.ts';
import type { Config } from '../../config.ts';
import { Delivery } from '../../discord/delivery/delivery.ts';
import { Notifier } from '../../discord/delivery/notifier.ts';
import { Pictures } from '../../discord/delivery/pictures.ts';
import { LogChannel } from '../../discord/log-channel.ts';
import { Membership } from '../../discord/membership.ts';
import { Messages } from '../../discord/messages.ts';
import { OperatorNotices } from '../../discord/operator-notices.ts';
import { Rights } from '../../discord/rights.ts';
import { ServerChannels } from '../../discord/server-channels.ts';
import { Sources } from '../../discord/sources.ts';
import { Takedowns } from '../../discord/takedowns.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { AdminLog } from '../../services/guilds/admin-log.ts';
import type { Running } from '../runtime.ts';
import type { OpenedGuilds } from './guilds.ts';
import type { OpenedJobs } from './jobs.ts';
import type { Network } from './network.ts';
import type { OpenStore } from './store.ts';

/** Discord: the connection, what stands there, and what is brought there. */
export const openDiscord = (
  { discordToken, discordApiUrl, parts }: Config,
  running: Running,
  { api, web, metrics }: Network,
  { lease }: OpenStore,
  { openJobs, settings, deletions, events }: OpenedJobs,
  { operatorRules }: OpenedGuilds,
) => {
  const { clock, random, log, signal, patience, onFailed } = running;
  const shared = parts > 1 ? lease : undefined;
  const gateway = new Gateway({ discordToken, api, lease: shared, onClosed: onFailed, clock, log, signal });
  const rights = new Rights(running, gateway);
  const notices = new OperatorNotices(running, rights, api, operatorRules);
  notices.listen(events);

  const channels = new ServerChannels(api);
  const logChannel = new LogChannel(running, settings, channels, api, deletions);
  logChannel.listen(events);

  const pictures = new Pictures({ log, web, clock, ...patience });
  const messages = new Messages(running, api, discordApiUrl, pictures, settings);
  /** By job: keeps two edits of its card from overtaking each other. */
  const cards = new KeyedMutex();
  const delivery = new Delivery({
    api,
    openJobs,
    deletions,
    pictures,
    cards,
    metrics,
    messages,
    notifier: new Notifier(running, api, openJobs, deletions),
    lease,
    clock,
    random,
    log,
    ...patience,
  });
  return {
    gateway,
    rights,
    notices,
    channels,
    logChannel,
    pictures,
    messages,
    cards,
    delivery,
    adminLog: new AdminLog(running, logChannel),
    membership: new Membership(running, gateway),
    sources: new Sources(messages, openJobs, deletions),
    takedowns: new Takedowns(running, openJobs.copies, settings, api, lease, events),
  };
};

export type OpenedDiscord = ReturnType<typeof openDiscord>;
