import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { button, buttonRows } from '../../messages/components.ts';
import { modal, textField, textOf } from '../../messages/forms.ts';
import { once, type Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import { customId, isId } from '../../messages/custom-id.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { personalDataOf, type PersonalData } from './personal-data.ts';
import { FOR_ONESELF, FOR_ONESELF_ON_PANEL, FOR_OPERATOR_ON_PANEL } from '../framework/may.ts';
import { DEFAULT_FILE_LIMIT_BYTES, type MessageFile } from '../../messages/message.ts';

const PERSON = 'person';
/** https://docs.discord.com/developers/reference#snowflakes */
const ID_LENGTH = 20;
/** https://docs.discord.com/developers/reference#uploading-files */
const MOST_FILES = 10;
/** In a file, what isn't the person's. */
const FRAME_BYTES = 1_024;

/** The stored data of people, its purpose and how long it is stored. */
const privacyText = (context: CommandContext): string => {
  const { privacy } = context.words;
  return [
    privacy.introduction,
    ...personalDataOf(context).map(({ name }) => {
      const { title, kept } = privacy.kinds[name];
      return `**${title}**\n${kept(context.jobRetentionDays)}`;
    }),
    privacy.closing,
  ].join('\n\n');
};

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

/** Whether there is anything in what is exported. */
const says = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(says) : value !== undefined;

/** What is stored about a person that can be deleted: its kinds, and how much of each. */
const storedOf = async (personId: string, context: CommandContext): Promise<string[]> => {
  const { privacy: texts } = context.words;
  const lines: string[] = [];
  for (const kind of personalDataOf(context).filter(({ erase: mayGo }) => mayGo !== undefined)) {
    let count = 0;
    for await (const one of kind.export(personId)) if (says(one)) count += 1;
    if (count > 0) lines.push(`- ${texts.kinds[kind.name].title}: ${count}`);
  }
  return lines;
};

/** Deletes a person's data. @returns how many requests of theirs are still open. */
const erase = async (personId: string, context: CommandContext): Promise<number> => {
  const kinds = personalDataOf(context);
  for (const kind of kinds) await kind.erase?.(personId);
  for (const kind of kinds) await kind.finishErasing?.(personId);
  await context.scrub();
  return (await context.openJobs.ofPerson(personId)).length;
};

/** A person's data as JSON, in as many documents as a size needs. */
const documentsOf = async function* (
  personId: string,
  personalData: readonly PersonalData[],
  { madeAt, limitBytes }: { madeAt: string; limitBytes: number },
): AsyncGenerator<Buffer> {
  const noLists = () => new Map<string, string[]>(personalData.map(({ name }) => [name, []]));
  let lists = noLists();
  let bytes = FRAME_BYTES;
  const written = () => {
    const kinds = [...lists].map(([name, items]) => `"${name}": [${items.join(',\n')}]`);
    return Buffer.from(`{\n"personId": "${personId}",\n"madeAt": "${madeAt}",\n${kinds.join(',\n')}\n}\n`);
  };
  for (const kind of personalData)
    for await (const item of kind.export(personId)) {
      const text = JSON.stringify(item, undefined, 2);
      const more = Buffer.byteLength(text) + 2;
      if (bytes + more > limitBytes) {
        yield written();
        lists = noLists();
        bytes = FRAME_BYTES;
      }
      lists.get(kind.name)?.push(text);
      bytes += more;
    }
  yield written();
};

/** A person's data as a file; as several, which are packed, when it is too large for one. Only one of them is held unpacked. */
const dataFiles = async (context: CommandContext): Promise<MessageFile[]> => {
  const { invocation, clock, words } = context;
  const personalData = personalDataOf(context);
  const madeAt = new Date(clock.now()).toISOString();
  const limitBytes = Math.min(invocation.attachmentLimitBytes, DEFAULT_FILE_LIMIT_BYTES);
  const altText = words.privacy.fileAltText;
  const packed: Buffer[] = [];
  let only: Buffer | undefined;
  for await (const document of documentsOf(invocation.personId, personalData, { madeAt, limitBytes })) {
    only = packed.length === 0 ? document : undefined;
    packed.push(await promisify(gzip)(document));
    if (packed.length === MOST_FILES) break;
  }
  if (only) return [{ name: 'my-data.json', data: only, altText }];
  return packed.map((data, index) => ({ name: `my-data-${index + 1}.json.gz`, data, altText }));
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
      const give = async (): Promise<Reply> => {
        const files = await dataFiles(context);
        return { kind: 'private', message: { content: words.privacy.file }, files };
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
        if (!isId(id)) return privateText(texts.noId);
        const stored = await storedOf(id, context);
        if (stored.length === 0) return privateText(texts.nothingStored(id));
        const components = buttonRows([
          button(customId('erase-person-now', id), texts.erase, { style: 'danger' }),
        ]);
        return { kind: 'private', message: { content: texts.askErase(id, stored.join('\n')), components } };
      },
    },
  },

  /** Does so, once that is confirmed. */
  {
    name: 'erase-person-now',
    may: FOR_OPERATOR_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject: id }, context) => {
      const open = await erase(id, context);
      context.operator.rules.record('erase', { by: context.invocation.personId, of: id });
      const content = context.words.operator.erased(id, open);
      return { kind: 'update', message: { content, components: [] } };
    },
  },
];
