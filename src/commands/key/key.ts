import { PermissionFlagsBits } from 'discord-api-types/v10';
import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { relativeTime } from '../../messages/markup.ts';
import type { CurrentApiKey, Owner } from '../../services/accounts/api-key-rows.ts';
import { BrokenSealError } from '../../services/accounts/sealing.ts';
import { ownerOf } from '../../services/usage/owners.ts';
import type { Action } from '../framework/action.ts';
import { defineCommand, type CommandGroup } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import { customId } from '../../messages/custom-id.ts';
import { privateText } from '../framework/reply.ts';
import { FOR_ADMINS_ON_PANEL } from '../framework/may.ts';
import { keyOwner } from '../framework/rights.ts';
import { recordChange } from '../framework/record-change.ts';
import { setupReply } from '../requests/set-up.ts';
import { keepKey, setKey, keyModal, describeKey } from './set-key.ts';

/** Removes the key here. Returns what there is to say about it; undefined when there was none. */
const removeKey = async (context: CommandContext): Promise<string | undefined> => {
  const { invocation, apiKeys, submitter, words } = context;
  const owner = keyOwner(invocation);
  if (!(await apiKeys.remove(owner))) return undefined;
  const { guildId } = owner;
  if (guildId !== undefined) recordChange(context, guildId, ({ log }) => log.changes.keyRemoved);
  const ended = await submitter.followKey(owner);
  const lines = [
    words.key.removed,
    ...(ended > 0 ? [words.key.endedUnpaid(ended)] : []),
    await payerNow(context),
  ];
  return lines.join('\n');
};

/** Who pays without a key here. */
const payerNow = async ({ invocation, accounts, words }: CommandContext): Promise<string> => {
  try {
    await accounts.of(keyOwner(invocation));
    return words.key.paidByOperator;
  } catch (error) {
    if (!isUserError(error, 'no-key')) throw error;
    return words.key.paidByNone;
  }
};

/** The actions of `/key`. */
export const keyActions: readonly Action[] = [
  setKey,

  /** Removes the key, after it was asked whether that is meant. */
  {
    name: 'remove-key',
    may: { subject: 'key', message: 'panel' },
    answers: 'in-place',
    run: async (_use, context) => {
      const content = (await removeKey(context)) ?? context.words.key.alreadyRemoved;
      return { kind: 'update', message: { content, components: [] } };
    },
  },

  /** The step of a new server's set-up. */
  {
    name: 'setup-key',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'at-once',
    run: (_use, { words }) => ({ kind: 'modal', modal: keyModal(words, customId('setup-key')) }),
    form: {
      answers: 'in-place',
      run: async ({ fields }, context) => {
        await keepKey(fields, context);
        return setupReply(context);
      },
    },
  },
];

const set = defineCommand({
  name: 'set',
  answers: 'at-once',
  run: (_values, { invocation, words }) => {
    keyOwner(invocation);
    return { kind: 'modal', modal: keyModal(words) };
  },
});

const ownerKindOf = ({ guildId }: Owner): 'person' | 'server' =>
  guildId === undefined ? 'person' : 'server';

const ownKeyLines = async (
  owner: Owner,
  current: CurrentApiKey,
  { accounts, words }: CommandContext,
): Promise<string[]> => {
  const lines = [`${words.key.owner[ownerKindOf(owner)]}\n${describeKey(current, words)}`];
  try {
    const verdict = await accounts.check(await accounts.apiKeyOf(await accounts.of(owner)));
    return [...lines, words.key.verdicts[verdict]];
  } catch (error) {
    if (!(error instanceof BrokenSealError || isUserError(error, 'key-gone'))) throw error;
    return [...lines, words.key.damaged];
  }
};

/** The usage of the present key, without that of earlier keys. */
const spentToday = async (owner: Owner, { accounts, usage, words }: CommandContext): Promise<string> => {
  const { id } = await accounts.of(owner);
  const { used, resetsAt } = await usage.takenToday(ownerOf(owner), id);
  return words.key.usedToday(used, relativeTime(resetsAt));
};

const status = defineCommand({
  name: 'status',
  answers: 'privately',
  run: async (_values, context) => {
    const owner = keyOwner(context.invocation);
    const { words } = context;
    const current = await context.apiKeys.current(owner);
    try {
      const lines = [
        ...(current ? await ownKeyLines(owner, current, context) : [words.key.none]),
        await spentToday(owner, context),
      ];
      return privateText(lines.join('\n\n'));
    } catch (error) {
      if (!isUserError(error, 'no-key')) throw error;
      return privateText(words.key.noneAtAll);
    }
  },
});

const remove = defineCommand({
  name: 'remove',
  answers: 'privately',
  run: async (_values, context) => {
    const { invocation, apiKeys, words } = context;
    const owner = keyOwner(invocation);
    const current = await apiKeys.current(owner);
    // Also removes what is left of an earlier removal that broke off.
    if (!current) return privateText((await removeKey(context)) ?? words.key.nothingToRemove);
    const content = `${words.key.question[ownerKindOf(owner)]}\n\n${describeKey(current, words)}`;
    const confirm = button(customId('remove-key'), words.key.remove, { style: 'danger' });
    return { kind: 'private', message: { content, components: buttonRows([confirm]) } };
  },
});

/** `/key`: the API key that pays for pictures here. In direct messages it is the person's own. */
export const key: CommandGroup = {
  data: {
    name: 'key',
    permissions: PermissionFlagsBits.ManageGuild,
  },
  members: [set, status, remove],
};
