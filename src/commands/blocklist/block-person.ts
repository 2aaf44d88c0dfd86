import { DAY_MS } from '../../lib/clock.ts';
import { customId } from '../../messages/custom-id.ts';
import {
  chosenIn,
  modal,
  selectField,
  textField,
  type FieldValues,
  type Modal,
} from '../../messages/forms.ts';
import { dateTime, literal, oneLine } from '../../messages/markup.ts';
import { REASON_LENGTH, type Ban } from '../../services/guilds/blocklist/blocklists.ts';
import type { Action } from '../framework/action.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Words } from '../../messages/words/words.ts';
import { FOR_ADMINS_ON_PANEL } from '../framework/may.ts';
import { recordChange } from '../framework/record-change.ts';
import { managedGuild } from '../framework/rights.ts';
import { blocklistPanel } from './blocklist-panel.ts';

const TIME = 'time';
const REASON = 'reason';

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;
type Time = keyof Words['blocklist']['form']['times'];
/** From the shortest to the longest. */
export const TIMES: readonly Time[] = ['day', 'week', 'month', 'year', 'permanently'];

/** For how long, as a form asks for it. */
export const timeField = (times: readonly Time[], chosen: Time, { blocklist: { form } }: Words) =>
  selectField(TIME, {
    label: form.time,
    options: times.map((value) => ({ label: form.times[value], value, default: value === chosen })),
  });

/** Blocks a person for the time of {@link timeField}, and tells the log channel. @returns what is said then */
export const block = async (
  personId: string,
  { fields, reason }: { fields: FieldValues; reason: string | undefined },
  context: CommandContext,
): Promise<string> => {
  const { invocation, guilds, clock, words } = context;
  const guildId = managedGuild(invocation);
  const time = chosenIn(fields, TIME);
  const person = `<@${personId}>`;
  const days = Object.entries(DAYS).find(([name]) => name === time)?.[1];
  const until = days === undefined ? undefined : clock.now() + days * DAY_MS;
  const shown = until === undefined ? undefined : dateTime(until);
  await guilds.blocklists.ban(guildId, { personId, until, reason });
  const say = ({ log }: Words) => log.changes.banned(person, shown);
  recordChange(context, guildId, say, { typed: reason === undefined ? undefined : `· ${literal(reason)}` });
  return words.blocklist.banned(person, shown);
};

const formFor = (
  { personId, name }: { personId: string; name: string },
  ban: Ban | undefined,
  words: Words,
): Modal => {
  const { form } = words.blocklist;
  const times: readonly Time[] = ban ? ['unblock', ...TIMES] : TIMES;
  const chosen: Time = ban ? 'unblock' : 'permanently';
  return modal(customId('blocklist-person', personId), ban ? form.unblockTitle(name) : form.title(name), [
    timeField(times, chosen, words),
    textField(REASON, {
      ...form.reason,
      isOptional: true,
      maxLength: REASON_LENGTH,
      value: ban?.reason,
    }),
  ]);
};

/** Opens the form of the person who was picked, and blocks or unblocks them. */
export const blockPerson: Action = {
  name: 'blocklist-person',
  may: FOR_ADMINS_ON_PANEL,
  answers: 'at-once',
  run: async ({ values: [personId = ''], picked: name = '' }, { invocation, guilds, words }) => {
    const blocklist = await guilds.blocklists.of(managedGuild(invocation));
    const ban = blocklist.bans.find((one) => one.personId === personId);
    return { kind: 'modal', modal: formFor({ personId, name }, ban, words) };
  },
  form: {
    answers: 'in-place',
    run: async ({ subject: personId, fields }, context) => {
      const { invocation, guilds, words } = context;
      const guildId = managedGuild(invocation);
      const person = `<@${personId}>`;
      const show = async (content: string) => {
        const blocklist = await guilds.blocklists.of(guildId);
        return { kind: 'update' as const, message: blocklistPanel(blocklist, 1, { content, words }) };
      };
      if (chosenIn(fields, TIME) !== 'unblock') {
        const typed = oneLine(chosenIn(fields, REASON) ?? '', REASON_LENGTH);
        return show(await block(personId, { fields, reason: typed === '' ? undefined : typed }, context));
      }
      await guilds.blocklists.unban(guildId, personId);
      recordChange(context, guildId, ({ log }) => log.changes.unbanned(person));
      return show(words.blocklist.unbanned(person));
    },
  },
};
