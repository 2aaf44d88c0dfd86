import { z } from 'zod';
import { MAX_PERMUTATIONS } from '../requests/permutations.ts';
import { MAX_WITHOUT_LENGTH } from '../requests/prompt.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../requests/values.ts';
import { UTC } from '../../lib/calendar.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Check } from './check.ts';
import type { Store } from '../storage/store.ts';
import { GuildValues } from './guild-values.ts';

/** As many roles and channels as one select of Discord's can show: https://docs.discord.com/developers/components/reference */
export const MAX_PICKED = 25;

const ids = z.array(z.string()).max(MAX_PICKED);

export const settingsSchema = z.object({
  /**
   * The default options of the server, for options that neither the command nor the person sets; absent: the service's
   * default.
   */
  mode: z.enum(MODES).optional(),
  size: z.enum(SIZES).optional(),
  aspectRatio: z.enum(ASPECT_RATIOS).optional(),
  /** Whether Easel puts 🔄 under finished pictures. */
  offersAgain: z.boolean().default(false),
  /** Whether pictures are hidden behind a spoiler, unless a person says otherwise. */
  spoiler: z.boolean().default(false),
  /** What `/imagine` leaves out, unless a person says otherwise. */
  without: z.string().max(MAX_WITHOUT_LENGTH).optional(),
  /** Where one line tells of each job; absent: nowhere. */
  logChannelId: z.string().optional(),
  /** Where cards are posted that got as many stars; absent: nowhere. */
  galleryChannelId: z.string().optional(),
  galleryStars: z.int().min(1).default(3),
  /** The language that an admin chose, as a BCP 47 tag; absent: Discord's for the server. */
  language: z.string().optional(),
  /** Discord's language for the server, as last seen, where it isn't English. */
  discordLanguage: z.string().optional(),
  /** The IANA name of the zone by which days begin. */
  timeZone: z.string().default(UTC),
  /** How many requests one prompt may stand for. */
  maxPermutations: z.int().min(1).max(MAX_PERMUTATIONS).default(4),
  /** The roles whose members may ask for pictures; empty: all members. */
  roleIds: ids.default([]),
});

/** A server's settings. */
export type Settings = z.infer<typeof settingsSchema>;

const DEFAULT_LANGUAGE = 'en';

/** The settings of a new server, and of direct messages. */
const DEFAULT_SETTINGS: Settings = Object.freeze(settingsSchema.parse({}));

/** The language of what all members of a server see, as a BCP 47 tag. */
export const languageIn = ({ language, discordLanguage }: Settings): string =>
  language ?? discordLanguage ?? DEFAULT_LANGUAGE;

/** The defaults that a server sets for its members' requests. */
export const defaultsOf = ({ mode, size, aspectRatio, without, spoiler }: Settings) => ({
  mode,
  size,
  aspectRatio,
  without,
  spoiler,
});

/** The settings of all servers. */
export class GuildSettings extends GuildValues<Settings> {
  constructor(store: Store<Settings>) {
    super(store, DEFAULT_SETTINGS);
  }

  /** A server's settings; the defaults in direct messages. */
  override async of(guildId: string | undefined): Promise<Settings> {
    return guildId === undefined ? DEFAULT_SETTINGS : super.of(guildId);
  }

  /** A server's settings, once they have the language that Discord has for the server. */
  async seenIn(guildId: string | undefined, discordLanguage: string | undefined): Promise<Settings> {
    const present = await this.of(guildId);
    if (guildId === undefined || discordLanguage === undefined || present.language !== undefined)
      return present;
    if (discordLanguage === languageIn(present)) return present;
    return (await this.change(guildId, (settings) => ({ ...settings, discordLanguage }))).after;
  }

  /**
   * Lets only members with a role that the server has named request pictures; without named roles, all may. Members who manage
   * the server always may.
   *
   * @throws UserError missing-role
   */
  readonly check: Check = async ({ guildId, roleIds, managesServer }) => {
    const { roleIds: wanted } = await this.of(guildId);
    if (wanted.length === 0 || managesServer) return;
    if (!roleIds.some((id) => wanted.includes(id))) throw new UserError('missing-role', { roleIds: wanted });
  };
}
