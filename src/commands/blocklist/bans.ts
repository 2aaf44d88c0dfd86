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
    description: 'Let somebody ask for no pictures here, for good or until a day is over',
    options: [
      personOption('Who'),
      {
        type: ApplicationCommandOptionType.String,
        name: 'until',
        description: 'The last day, such as 2026-12-31; for good when you leave it out',
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
    const end = until === undefined ? 'until somebody lifts it' : `until ${relativeTime(until)}`;
    guilds.adminLog.record({ guildId, personId: invocation.personId, what: `Barred <@${person}> ${end}` });
    return privateText(`<@${person}> can ask for no pictures here ${end}. What runs already is finished.`);
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
    description: 'Let somebody ask for pictures again',
    options: [personOption('Who')],
  },
  true,
  async ({ person }, { invocation, guilds }) => {
    const guildId = managedGuild(invocation);
    if (!(await guilds.blocklists.unban(guildId, person)))
      return privateText(`<@${person}> is not barred here.`);
    guilds.adminLog.record({
      guildId,
      personId: invocation.personId,
      what: `Let <@${person}> ask for pictures again`,
    });
    return privateText(`<@${person}> can ask for pictures again.`);
  },
);
