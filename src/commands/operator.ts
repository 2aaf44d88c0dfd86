import { compact } from '../lib/lists.ts';
import {
  button,
  buttonRows,
  pageOf,
  row,
  select,
  turnButtons,
  OPTION_LENGTH,
  type Page,
} from '../messages/components.ts';
import { customId, isId } from '../messages/custom-id.ts';
import { chosenIn, modal, textField, textOf } from '../messages/forms.ts';
import { clip, excerpt, fitting, literal, oneLine } from '../messages/markup.ts';
import type { Total } from '../services/usage/shared-budget.ts';
import type { Barrable } from '../services/guilds/operator-rules.ts';
import type { Action, ActionUse } from './framework/action.ts';
import type { CommandContext } from './framework/context.ts';
import { languageOf } from './framework/invocation.ts';
import { FOR_OPERATOR_ON_PANEL } from './framework/may.ts';
import type { Reply } from './framework/reply.ts';
import type { Words } from '../messages/words/words.ts';
import type { MessageBody } from '../messages/message.ts';

/** What fits on a phone's screen, with a line for each. */
const SHOWN = 10;
const NAME_LENGTH = 60;
const BARRED_LENGTH = 600;
const ID = 'id';
const TEXT = 'text';
/** It is part of the `custom_id` of buttons. */
const TEXT_LENGTH = 50;
/** https://docs.discord.com/developers/reference#snowflakes */
const ID_PATTERN = /\d{15,20}/;
const ID_FIELD_LENGTH = 100;

interface Server {
  id: string;
  name: string;
  /** This month. */
  requests: number;
  isBarred: boolean;
}

const ofTotal = ({ used, limit }: Total, { ofTotal: of }: Words['operator']): string =>
  limit === 0 ? String(used) : of(used, limit);

const aboutServer = ({ id, requests, isBarred }: Server, { server, isBarred: barred }: Words['operator']) =>
  compact([server(id, requests), isBarred && barred]).join(' · ');

const serversOf = async ({ usage, membership, operator }: CommandContext): Promise<Server[]> => {
  const [names, rules] = await Promise.all([membership.list(), operator.rules.get()]);
  const ids = [...names.keys()];
  const requests = await usage.takenThisMonth(ids);
  return ids
    .map((id, index) => ({
      id,
      name: names.get(id) ?? id,
      requests: requests[index] ?? 0,
      isBarred: rules.servers.includes(id),
    }))
    .sort((a, b) => b.requests - a.requests);
};

const barredLines = async (servers: readonly Server[], { operator, words }: CommandContext) => {
  const { people, servers: barred } = await operator.rules.get();
  const gone = barred.filter((id) => !servers.some((server) => server.id === id)).map((id) => `\`${id}\``);
  const listed = [...people.map((id) => `<@${id}>`), ...gone];
  return listed.length === 0 ? [] : [words.operator.barred(fitting(listed, ' · ', BARRED_LENGTH))];
};

const controls = (
  found: Page<Server>,
  { isPaused, text }: { isPaused: boolean; text: string | undefined },
  { operator: texts, history }: Words,
): NonNullable<MessageBody['components']> => {
  const options = found.shown.map(({ id, name }) => ({
    label: clip(oneLine(name, NAME_LENGTH), OPTION_LENGTH),
    value: id,
  }));
  return compact([
    options.length > 0 && row(select(customId('operator-server'), texts.pick, options)),
    ...buttonRows([
      isPaused
        ? button(customId('operator-pause', 'off'), texts.resume, { style: 'primary' })
        : button(customId('operator-pause', 'on'), texts.pause),
      button(customId('operator-person'), texts.person),
      button(customId('erase-person'), texts.erase),
      button(customId('operator-find'), texts.find),
      ...turnButtons(found, (to) => customId('operator', 'here', to, text), [history.newer, history.older]),
      text !== undefined && button(customId('operator', 'here', 1), texts.back),
    ]),
  ]);
};

interface Shown {
  page?: number | undefined;
  /** Only servers whose name or ID contains this are listed. */
  text?: string | undefined;
  said?: string;
}

/** A page of the servers, and what holds for all of them. */
const panel = async (
  context: CommandContext,
  { page: wanted = 1, text, said = '' }: Shown = {},
): Promise<MessageBody> => {
  const { operator, words } = context;
  const { operator: texts } = words;
  const servers = await serversOf(context);
  const { isPaused } = await operator.rules.get();
  const searched = text?.toLowerCase() ?? '';
  const matching = servers.filter(({ id, name }) => `${name.toLowerCase()}\n${id}`.includes(searched));
  const found = pageOf(matching, SHOWN, wanted);
  const { shown, first, page, pages } = found;
  const lines = shown.map(
    (server, index) =>
      `${first + index}. **${literal(oneLine(server.name, NAME_LENGTH))}** ${aboutServer(server, texts)}`,
  );
  const { day, month } = await operator.budget.spent();
  const description = [
    isPaused ? texts.isPaused : texts.isOpen,
    day.limit + month.limit === 0 ? texts.noTotal : texts.spent(ofTotal(day, texts), ofTotal(month, texts)),
    [
      text === undefined ? texts.servers(servers.length) : texts.found(matching.length, excerpt(text)),
      ...lines,
    ].join('\n'),
    ...(await barredLines(servers, context)),
  ].join('\n\n');
  return {
    content: said,
    embeds: [{ title: texts.title, description, ...(pages > 1 && { footer: { text: `${page}/${pages}` } }) }],
    components: controls(found, { isPaused, text }, words),
  };
};

const serverPanel = async (guildId: string, context: CommandContext): Promise<MessageBody> => {
  const { operator: texts } = context.words;
  const server = (await serversOf(context)).find(({ id }) => id === guildId);
  if (!server) return panel(context, { said: texts.left });
  const isBarred = server.isBarred;
  return {
    content: '',
    embeds: [
      {
        title: clip(oneLine(server.name, NAME_LENGTH), OPTION_LENGTH),
        description: aboutServer(server, texts),
      },
    ],
    components: buttonRows([
      button(
        customId(isBarred ? 'operator-unbar' : 'operator-bar', guildId),
        isBarred ? texts.unbar : texts.bar,
      ),
      button(customId('operator-leave', guildId), texts.leave, { style: 'danger' }),
      button(customId('operator', 'here', 1), texts.back),
    ]),
  };
};

const update = async (message: Promise<MessageBody>): Promise<Reply> => ({
  kind: 'update',
  message: await message,
});

const may = FOR_OPERATOR_ON_PANEL;

const decided = (
  what: Parameters<CommandContext['operator']['rules']['record']>[0],
  of: string | undefined,
  { operator, invocation }: CommandContext,
): void => {
  operator.rules.record(what, { by: invocation.personId, of });
};

const barring = (name: 'operator-bar' | 'operator-unbar', isBarred: boolean): Action => ({
  name,
  may,
  answers: 'in-place',
  run: async ({ subject }, context) => {
    await context.operator.rules.bar('servers', subject, isBarred);
    decided(isBarred ? 'block' : 'unblock', subject, context);
    return update(serverPanel(subject, context));
  },
});

/** Bars the person or server with that ID, or no longer. */
const barById = async ({ fields }: ActionUse, context: CommandContext): Promise<Reply> => {
  const { operator: texts } = context.words;
  const [id] = ID_PATTERN.exec(textOf(fields, ID)) ?? [];
  if (id === undefined) return update(panel(context, { said: texts.noId }));
  const rules = await context.operator.rules.get();
  const what: Barrable = rules.servers.includes(id) ? 'servers' : 'people';
  const isBarred = !rules[what].includes(id);
  await context.operator.rules.bar(what, id, isBarred);
  decided(isBarred ? 'block' : 'unblock', id, context);
  const shown = what === 'people' ? `<@${id}>` : `\`${id}\``;
  return update(panel(context, { said: isBarred ? texts.isBarredNow(shown) : texts.isFreeNow(shown) }));
};

/** What the person who runs the bot decides for all servers, on a panel that a button of `/help` opens for them alone. */
export const operatorActions: readonly Action[] = [
  {
    name: 'operator',
    may,
    answers: 'in-place',
    run: async ({ number: page, text }, context) => {
      await context.operator.rules.speak(languageOf(context.invocation));
      return update(panel(context, { page, text }));
    },
  },
  {
    name: 'operator-server',
    may,
    answers: 'in-place',
    run: ({ values: [picked], subject }, context) => update(serverPanel(picked ?? subject, context)),
  },
  {
    name: 'operator-pause',
    may,
    answers: 'in-place',
    run: async ({ subject }, context) => {
      const isPaused = subject === 'on';
      await context.operator.rules.pause(isPaused);
      decided(isPaused ? 'pause' : 'resume', undefined, context);
      return update(panel(context));
    },
  },
  barring('operator-bar', true),
  barring('operator-unbar', false),
  {
    name: 'operator-leave',
    may,
    answers: 'in-place',
    run: async ({ subject: guildId }, context) => {
      const { operator: texts } = context.words;
      const components = buttonRows([
        button(customId('operator-leave-now', guildId), texts.leave, { style: 'danger' }),
        button(customId('operator-server', guildId), texts.back),
      ]);
      const message = { ...(await serverPanel(guildId, context)), content: texts.askLeave, components };
      return { kind: 'update', message };
    },
  },
  {
    name: 'operator-leave-now',
    may,
    answers: 'in-place',
    run: async ({ subject: guildId }, context) => {
      if (isId(guildId)) {
        await context.membership.leave(guildId);
        decided('leave', guildId, context);
      }
      return update(panel(context, { said: context.words.operator.left }));
    },
  },
  {
    name: 'operator-person',
    may,
    answers: 'at-once',
    run: (_use, { words: { operator: texts } }) => ({
      kind: 'modal',
      modal: modal(customId('operator-person'), texts.person, [
        textField(ID, { ...texts.idField, maxLength: ID_FIELD_LENGTH }),
      ]),
    }),
    form: { answers: 'in-place', run: barById },
  },
  {
    name: 'operator-find',
    may,
    answers: 'at-once',
    run: (_use, { words: { operator: texts } }) => ({
      kind: 'modal',
      modal: modal(customId('operator-find'), texts.find, [
        textField(TEXT, { label: texts.findField, maxLength: TEXT_LENGTH }),
      ]),
    }),
    form: {
      answers: 'in-place',
      run: ({ fields }, context) => update(panel(context, { text: chosenIn(fields, TEXT) })),
    },
  },
];
