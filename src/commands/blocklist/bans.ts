import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { defineCommand } from '../framework/command.ts';
import { relativeTime } from '../../messages/markup.ts';
import { privateText } from '../framework/reply.ts';
import { managedGuild, managedGuildOrNone } from '../framework/rights.ts';
import { endOfDay, suggestedDates } from './end-date.ts';

const personOption = <const D extends string>(description: D) =>
  ({ type: ApplicationCommandOptionType.User, name: 'person', description, required: true }) as const;

/** `/blocklist bar` */
export const bar = defineCommand(
  {
    name: 'bar',
    description: 'Block someone from making requests here, for good or until a date',
    options: [
      personOption('The person to block'),
      {
        type: ApplicationCommandOptionType.String,
        name: 'until',
        description: 'The last day, such as 2026-12-31. Default: for good',
        autocomplete: true,
      },
    ],
  },
  true,
  async ({ person, until: typed }, { invocation, guilds, clock }) => {
    const guildId = managedGuild(invocation);
    const { timeZone } = await guilds.settings.of(guildId);
    const until = typed === undefined ? undefined : endOfDay(typed, timeZone, clock.now());
    await guilds.blocklists.bar(guildId, { personId: person, ...(until !== undefined && { until }) });
    const end = until === undefined ? 'until someone unblocks them' : `until ${relativeTime(until)}`;
    guilds.adminLog.record({ guildId, personId: invocation.personId, what: `Blocked <@${person}> ${end}` });
    return privateText(
      `<@${person}> is blocked from making requests here ${end}. Requests in progress will still finish.`,
    );
  },
  async (_option, typed, { invocation, guilds, clock }) => {
    const guildId = managedGuildOrNone(invocation);
    if (guildId === undefined) return [];
    const { timeZone } = await guilds.settings.of(guildId);
    return suggestedDates(clock.now(), timeZone, typed);
  },
);

/** `/blocklist unbar` */
export const unban = defineCommand(
  {
    name: 'unbar',
    description: 'Unblock someone, so they can make requests again',
    options: [personOption('The person to unblock')],
  },
  true,
  async ({ person }, { invocation, guilds }) => {
    const guildId = managedGuild(invocation);
    if (!(await guilds.blocklists.unban(guildId, person)))
      return privateText(`<@${person}> isn't blocked here.`);
    guilds.adminLog.record({
      guildId,
      personId: invocation.personId,
      what: `Unblocked <@${person}>`,
    });
    return privateText(`<@${person}> is unblocked and can make requests again.`);
  },
);
