import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { button, buttonRows } from '../messages/components.ts';
import { modal, textField, textOf } from '../messages/forms.ts';
import { once, type Action } from './framework/action.ts';
import { defineCommand, type CommandContext } from './framework/command.ts';
import { customId } from '../messages/custom-id.ts';
import { privateText, type Reply } from './framework/reply.ts';
import { FOR_ONESELF, FOR_ONESELF_ON_PANEL, FOR_OPERATOR_ON_PANEL } from './framework/may.ts';
import type { MessageFile } from '../messages/message.ts';

const PERSON = 'person';
/** https://docs.discord.com/developers/reference#snowflakes */
const ID_LENGTH = 20;

/** The stored data of people, its purpose and how long it is stored. */
const privacyText = ({ personalData, jobRetentionDays, words: { privacy } }: CommandContext): string =>
  [
    privacy.introduction,
    ...personalData.map(({ name }) => {
      const { title, kept } = privacy.kinds[name];
      return `**${title}**\n${kept(jobRetentionDays)}`;
    }),
    privacy.closing,
  ].join('\n\n');

/** `/privacy`: shows, exports and deletes a person's data. */
export const privacy = defineCommand({
  name: 'privacy',
  answers: 'privately',
  run: (_values, context) => {
    const { title, download, delete: remove } = context.words.privacy;
    return {
      kind: 'private',
      message: {
        embeds: [{ title, description: privacyText(context) }],
        components: buttonRows([
          button(customId('export-data'), download),
          button(customId('ask-to-erase'), remove, { style: 'danger' }),
        ]),
      },
    };
  },
});

/** Deletes a person's data. @returns how many requests of theirs are still open. */
const erase = async (
  personId: string,
  { personalData, scrub, jobs }: Pick<CommandContext, 'personalData' | 'scrub' | 'jobs'>,
): Promise<number> => {
  for (const kind of personalData) await kind.erase?.(personId);
  for (const kind of personalData) await kind.finishErasing?.(personId);
  await scrub();
  return (await jobs.ofPerson(personId)).length;
};

const collect = async ({ personalData, invocation, clock }: CommandContext): Promise<string> => {
  const { personId } = invocation;
  const kinds = await Promise.all(
    personalData.map(async (kind) => [kind.name, await kind.export(personId)] as const),
  );
  const madeAt = new Date(clock.now()).toISOString();
  return JSON.stringify({ personId, madeAt, ...Object.fromEntries(kinds) }, undefined, 2);
};

/** A person's data as a file; compressed when it is too large for an answer. */
export const dataFile = async (json: string, limitBytes: number, altText: string): Promise<MessageFile> => {
  const data = Buffer.from(json);
  if (data.length <= limitBytes) return { name: 'my-data.json', data, altText };
  const packed = await promisify(gzip)(data);
  return { name: 'my-data.json.gz', data: packed, altText };
};

/** The actions of `/privacy`, on one's own data only. */
export const privacyActions: readonly Action[] = [
  /** Gives them all of it. */
  {
    name: 'export-data',
    may: FOR_ONESELF,
    answers: 'privately',
    run: (_use, context) => {
      const { invocation, words } = context;
      const { file: content, fileAltText } = words.privacy;
      const give = async (): Promise<Reply> => {
        const file = await dataFile(await collect(context), invocation.attachmentLimitBytes, fileAltText);
        return { kind: 'private', message: { content }, files: [file] };
      };
      return once(`export ${invocation.personId}`, give, context);
    },
  },

  /** Asks once whether deleting is meant. */
  {
    name: 'ask-to-erase',
    may: FOR_ONESELF,
    answers: 'privately',
    run: (_use, { words: { privacy } }) => ({
      kind: 'private',
      message: {
        content: privacy.question,
        components: buttonRows([button(customId('erase-data'), privacy.confirm, { style: 'danger' })]),
      },
    }),
  },

  /** Deletes all of it. */
  {
    name: 'erase-data',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async (_use, context) => {
      const { privacy } = context.words;
      const open = await erase(context.invocation.personId, context);
      return { kind: 'update', message: { content: privacy.deleted(open), components: [] } };
    },
  },

  /** Deletes the data of a person who asked the operator for it, for example by e-mail. */
  {
    name: 'erase-person',
    may: FOR_OPERATOR_ON_PANEL,
    answers: 'at-once',
    run: (_use, { words: { operator: texts } }) => ({
      kind: 'modal',
      modal: modal(customId('erase-person'), texts.erase, [
        textField(PERSON, { ...texts.eraseField, maxLength: ID_LENGTH }),
      ]),
    }),
    form: {
      answers: 'privately',
      run: async ({ fields }, context) => {
        const { operator: texts } = context.words;
        const id = textOf(fields, PERSON).trim();
        if (!/^\d{15,20}$/.test(id)) return privateText(texts.noId);
        const open = await erase(id, context);
        return privateText(texts.erased(id, open));
      },
    },
  },
];
