import { z } from 'zod';
import { ASPECT_RATIOS, MODES, SIZES } from '../image-api/wire.ts';
import { UTC } from '../../lib/calendar.ts';

/** The languages in which Easel's cards and refusals can speak. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** As many roles and channels as one select of Discord's can show: https://docs.discord.com/developers/components/reference */
export const MAX_PICKED = 25;

const ids = z.array(z.string()).max(MAX_PICKED);

const settingsSchema = z.object({
  /**
   * The default options of the server, for options that neither the command nor the person sets; absent: the service's
   * default.
   */
  mode: z.enum(MODES).exactOptional(),
  size: z.enum(SIZES).exactOptional(),
  aspectRatio: z.enum(ASPECT_RATIOS).exactOptional(),
  /** Whether cards carry reactions that people can use like buttons. */
  reactions: z.boolean().default(true),
  /** Whether pictures are hidden behind a spoiler where the channel is in neither of the two lists. */
  spoiler: z.boolean().default(false),
  /** Channels in which pictures always are spoilers. */
  spoilerChannelIds: ids.default([]),
  /** Channels in which pictures never are spoilers. */
  openChannelIds: ids.default([]),
  /** Where one line tells of each job; absent: nowhere. */
  logChannelId: z.string().exactOptional(),
  language: z.enum(LANGUAGES).default('en'),
  /** The IANA name of the zone by which days begin. */
  timeZone: z.string().default(UTC),
  /** Who may ask for pictures; empty: everybody. */
  roleIds: ids.default([]),
});

/** A server's settings. */
export type Settings = z.infer<typeof settingsSchema>;

/** Reads settings that come out of the store. Throws when the value is invalid. */
export const parseSettings = (value: unknown): Settings => settingsSchema.parse(value);

/** The settings of a new server, and of direct messages. */
export const DEFAULT_SETTINGS: Settings = Object.freeze(settingsSchema.parse({}));

/** A channel of the server; for a thread, with the channel that it belongs to. */
interface Place {
  channelId: string;
  parentId?: string;
}

/**
 * Whether pictures are spoilers there, unless a person says otherwise. What is set for a thread goes before what is set for
 * its channel.
 */
const spoilerIn = (
  { spoiler, spoilerChannelIds, openChannelIds }: Settings,
  { channelId, parentId = channelId }: Place,
): boolean => {
  for (const id of [channelId, parentId]) {
    if (openChannelIds.includes(id)) return false;
    if (spoilerChannelIds.includes(id)) return true;
  }
  return spoiler;
};

const without = (channelIds: readonly string[], removed: readonly string[]): string[] =>
  channelIds.filter((id) => !removed.includes(id));

/** The settings in which pictures always are spoilers in these channels, and in no other without need. */
export const withSpoilerChannels = (settings: Settings, channelIds: readonly string[]): Settings => ({
  ...settings,
  spoilerChannelIds: [...channelIds],
  openChannelIds: without(settings.openChannelIds, channelIds),
});

/** The settings in which pictures never are spoilers in these channels. */
export const withOpenChannels = (settings: Settings, channelIds: readonly string[]): Settings => ({
  ...settings,
  openChannelIds: [...channelIds],
  spoilerChannelIds: without(settings.spoilerChannelIds, channelIds),
});

/** The defaults that a server sets for its members' requests in a channel or thread. */
export const defaultsIn = (settings: Settings, place: Place) => {
  const { mode, size, aspectRatio } = settings;
  return {
    ...(mode !== undefined && { mode }),
    ...(size !== undefined && { size }),
    ...(aspectRatio !== undefined && { aspectRatio }),
    spoiler: spoilerIn(settings, place),
  };
};
