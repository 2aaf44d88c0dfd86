import { PermissionFlagsBits } from 'discord-api-types/v10';
import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { relativeTime } from '../../messages/markup.ts';
import type { Owner } from '../../services/accounts/accounts.ts';
import type { CurrentKey } from '../../services/accounts/key-rows.ts';
import type { QuotaState } from '../../services/accounts/quota-state.ts';
import { BrokenSealError } from '../../services/accounts/sealing.ts';
import { ownerOf } from '../../services/usage/usage.ts';
import type { Actions } from '../framework/action.ts';
import { defineCommand, type CommandContext, type TopLevelCommand } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { privateText } from '../framework/reply.ts';
import { accountToTry, mayTryQuota, tryQuotaButton } from '../framework/quota-right.ts';
import { serverOf } from '../framework/invocation.ts';
import { keyOwner } from '../framework/rights.ts';
import { setKey, keyModal, describeKey, verdictText } from './set-key.ts';

/** What people do about the key that pays. */
export const keyActions = {
  'set-key': setKey,

  /** Removes the key, after it was asked whether that is meant. */
  'remove-key': {
    answers: 'in-place',
    run: async (_use, { invocation, guilds }) => {
      const owner = keyOwner(invocation);
      const wasThere = await guilds.keys.remove(owner);
      const { guildId, personId } = owner;
      if (wasThere && guildId !== undefined)
        guilds.adminLog.record({ guildId, personId, what: 'Removed the API key' });
      const content = wasThere
        ? '**The API key was removed.** Requests in progress will still finish.'
        : "There's no API key here anymore.";
      return { kind: 'update', message: { content, components: [] } };
    },
  },

  /** Lets the account that pays here try a single picture again, after its quota was used up. */
  'try-quota': {
    answers: 'privately',
    run: async (_use, context) => {
      const { quotas, adminLog } = context.guilds;
      const { id } = await accountToTry(context);
      if (!quotas.stateOf(id))
        return privateText('Pictures are being made as usual: the quota is not used up.');
      quotas.reopen(id);
      const { personId } = context.invocation;
      const guildId = serverOf(context.invocation);
      if (guildId !== undefined)
        adminLog.record({ guildId, personId, what: 'wants the image quota to be tried again' });
      return privateText(
        'The next picture that somebody asks for is tried. When it is taken, everything goes on as usual.',
      );
    },
  },
} satisfies Actions;

const set = defineCommand(
  { name: 'set', description: 'Set the API key that pays for requests here' },
  true,
  (_values, { invocation }) => {
    keyOwner(invocation);
    return Promise.resolve({ kind: 'modal', modal: keyModal() });
  },
);

/** Whose key it is, for a sentence. */
const ownerText = ({ guildId }: Owner): string => (guildId === undefined ? 'your own' : "this server's");

const quotaLine = (state: QuotaState): string => {
  const next =
    state.kind === 'trial'
      ? 'A single picture is being tried.'
      : `It is tried again ${relativeTime(state.reopensAt)}, or after the next \`/key set\`.`;
  return `**The quota is used up**, so nothing is submitted. ${next}`;
};

const ownKeyLines = async (
  owner: Owner,
  current: CurrentKey,
  { guilds }: CommandContext,
): Promise<string[]> => {
  const { accounts, checkKey } = guilds;
  const lines = [`**The API key here is ${ownerText(owner)}.**\n${describeKey(current)}`];
  try {
    return [...lines, verdictText(await checkKey(await accounts.apiKeyOf(await accounts.of(owner))))];
  } catch (error) {
    if (!(error instanceof BrokenSealError || isUserError(error, 'key-gone'))) throw error;
    return [...lines, "**The stored key is damaged**, so it can't be used. Set it again with `/key set`."];
  }
};

/** What was used of the key that pays now: what another one paid before it is not its own. */
const spentToday = async (owner: Owner, { guilds }: CommandContext): Promise<string> => {
  const { byAccount, resetsAt } = await guilds.usage.use(ownerOf(owner), owner.personId);
  const used = byAccount((await guilds.accounts.of(owner)).id);
  return `Used today: **${used}** ${used === 1 ? 'request' : 'requests'}. Resets ${relativeTime(resetsAt)}.`;
};

const status = defineCommand(
  { name: 'status', description: 'See which API key pays here, who set it and if it works' },
  true,
  async (_values, context) => {
    const owner = keyOwner(context.invocation);
    const { accounts, keys, quotas } = context.guilds;
    const current = await keys.current(owner);
    try {
      const state = quotas.stateOf((await accounts.of(owner)).id);
      const lines = [
        ...(current
          ? await ownKeyLines(owner, current, context)
          : [
              '**No API key is set here**, so the key of whoever runs this bot pays. Set your own with `/key set`.',
            ]),
        ...(state ? [quotaLine(state)] : []),
        await spentToday(owner, context),
      ];
      const mayTry = state !== undefined && (await mayTryQuota(context));
      const components = buttonRows(mayTry ? [tryQuotaButton('Try again')] : []);
      return { kind: 'private', message: { content: lines.join('\n\n'), components } };
    } catch (error) {
      if (!isUserError(error, 'no-key')) throw error;
      return privateText(
        "**No API key is set here**, so you can't make requests yet. Set one with `/key set`.",
      );
    }
  },
);

const remove = defineCommand(
  { name: 'remove', description: 'Remove the API key. Requests in progress will still finish' },
  true,
  async (_values, { invocation, guilds }) => {
    const owner = keyOwner(invocation);
    const current = await guilds.keys.current(owner);
    if (!current) return privateText("There's no API key here to remove.");
    const question = `Remove ${ownerText(owner)} API key? Requests in progress will still finish.`;
    const content = `${question}\n\n${describeKey(current)}`;
    const confirm = button(customId('remove-key', 'here'), 'Remove API key', { style: 'danger' });
    return { kind: 'private', message: { content, components: buttonRows([confirm]) } };
  },
);

/** `/key`: the API key that pays for pictures here. In direct messages it is the person's own. */
export const key: TopLevelCommand = {
  name: 'key',
  description: 'Manage the API key that pays for requests here',
  permissions: PermissionFlagsBits.ManageGuild,
  members: [set, status, remove],
};
