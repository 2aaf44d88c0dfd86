import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { defineCommand } from '../framework/command.ts';
import type { CommandText } from '../../messages/words/words.ts';
import { recordChange } from '../framework/record-change.ts';
import { privateText } from '../framework/reply.ts';
import { managedGuild, managedGuildOrNone } from '../framework/rights.ts';
import { endOf, endOfDay, suggestedDates } from './end-date.ts';

const personOption = <const D extends CommandText>(description: D) =>
  ({ type: ApplicationCommandOptionType.User, name: 'person', description, required: true }) as const;

/** `/blocklist block` */
export const ban = defineCommand(
  {
    name: 'block',
    description: 'blocklist block',
    options: [
      personOption('block person'),
      {
        type: ApplicationCommandOptionType.String,
        name: 'until',
        description: 'block until',
        autocomplete: true,
      },
    ],
  },
  true,
  async ({ person, until: typed }, context) => {
    const { invocation, guilds, clock, words } = context;
    const guildId = managedGuild(invocation);
    const { timeZone } = await guilds.settings.of(guildId);
    const until = typed === undefined ? undefined : endOfDay(typed, timeZone, clock.now());
    await guilds.blocklists.ban(guildId, { personId: person, ...(until !== undefined && { until }) });
    recordChange(context, guildId, (read) => read.log.changes.banned(`<@${person}>`, endOf(until, read)));
    return privateText(words.blocklist.banned(`<@${person}>`, endOf(until, words)));
  },
  async (_option, typed, { invocation, guilds, clock, words }) => {
    const guildId = managedGuildOrNone(invocation);
    if (guildId === undefined) return [];
    const { timeZone } = await guilds.settings.of(guildId);
    return suggestedDates(clock.now(), timeZone, typed, words);
  },
);

/** `/blocklist unblock` */
export const unban = defineCommand(
  {
    name: 'unblock',
    description: 'blocklist unblock',
    options: [personOption('unblock person')],
  },
  true,
  async ({ person }, context) => {
    const { invocation, guilds, words } = context;
    const guildId = managedGuild(invocation);
    if (!(await guilds.blocklists.unban(guildId, person)))
      return privateText(words.blocklist.notBanned(`<@${person}>`));
    recordChange(context, guildId, ({ log }) => log.changes.unbanned(`<@${person}>`));
    return privateText(words.blocklist.unbanned(`<@${person}>`));
  },
);
