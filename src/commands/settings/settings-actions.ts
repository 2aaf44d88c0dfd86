import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import type { CommandContext } from '../framework/command.ts';
import { logChannelText } from '../framework/preflight.ts';
import { managedGuild } from '../framework/rights.ts';
import { changeOf } from './settings-changes.ts';
import { checkPermissions } from './check-permissions.ts';
import { changesBetween } from './describe-settings.ts';
import { PAGES, TIME_ZONE_FIELD, type Page } from './settings-pages.ts';
import { settingsPanel } from './settings-panel.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

/** As long as the longest name in the IANA database, and then some. */
const TIME_ZONE_LENGTH = 60;

const isPage = (word: string): word is Page => Object.hasOwn(PAGES, word);

/** Another page of the settings panel. */
const page: Action = {
  name: 'settings-page',
  answers: 'in-place',
  run: async ({ subject }, { invocation, guilds }) => {
    if (!isPage(subject)) throw new UserError('command-changed');
    const settings = await guilds.settings.of(managedGuild(invocation));
    return { kind: 'update', message: settingsPanel(settings, subject) };
  },
};

/** A log channel in which the bot can't write is named at once. */
const logChannelWarning = async (
  guildId: string,
  logChannelId: string | undefined,
  { botPermissionsIn }: CommandContext,
): Promise<string> =>
  logChannelId === undefined
    ? ''
    : logChannelText(logChannelId, await botPermissionsIn(guildId, logChannelId));

/** A component of the settings panel, or its form, sets what it stands for. */
const change: Action = {
  name: 'settings',
  answers: 'in-place',
  run: async ({ subject, ...input }, context) => {
    const { invocation, guilds } = context;
    const guildId = managedGuild(invocation);
    const { page: where, change: apply } = changeOf(subject);
    const { before, after } = await guilds.settings.change(guildId, (present) => apply(present, input));
    const changes = changesBetween(before, after);
    if (changes.length > 0)
      guilds.adminLog.record({ guildId, personId: invocation.personId, what: changes.join(' · ') });
    const warning =
      subject === 'log-channel' ? await logChannelWarning(guildId, after.logChannelId, context) : '';
    return {
      kind: 'update',
      message: { ...settingsPanel(after, where), ...(warning !== '' && { content: warning }) },
    };
  },
};

/** The form for what no select can offer: there are over 400 time zones. */
const form: Action = {
  name: 'settings-form',
  answers: 'at-once',
  run: ({ subject }, { invocation }) => {
    managedGuild(invocation);
    if (subject !== 'time-zone') throw new UserError('command-changed');
    const modal = {
      custom_id: customId({ action: 'settings', subject }),
      title: 'Time zone',
      components: [
        {
          type: ComponentType.Label as const,
          label: 'Time zone',
          description: 'Such as Europe/Berlin, America/New_York or UTC',
          component: {
            type: ComponentType.TextInput as const,
            custom_id: TIME_ZONE_FIELD,
            style: TextInputStyle.Short as const,
            max_length: TIME_ZONE_LENGTH,
          },
        },
      ],
    };
    return Promise.resolve({ kind: 'modal' as const, modal });
  },
};

/** What the bot lacks, from the panel. */
const check: Action = {
  name: 'settings-check',
  answers: 'privately',
  run: (_use, context) => checkPermissions(context),
};

/** Everything that the settings panel can do. */
export const settingsActions: readonly Action[] = [page, change, form, check];
