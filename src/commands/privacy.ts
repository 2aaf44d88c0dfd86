import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { button, buttonRows } from '../messages/components.ts';
import type { Action } from './framework/action.ts';
import { defineCommand, type CommandContext } from './framework/command.ts';
import { customId } from '../messages/custom-id.ts';
import type { File } from './framework/reply.ts';
import { FOR_ONESELF, FOR_ONESELF_ON_PANEL } from './framework/may.ts';

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
export const privacy = defineCommand(
  {
    name: 'privacy',
    description: {
      en: 'See what we store about you, download it or delete it',
      de: 'Ansehen, was wir über dich speichern, es herunterladen oder löschen',
    },
  },
  'privately',
  (_values, context) => {
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
);

const collect = async ({ personalData, invocation, clock }: CommandContext): Promise<string> => {
  const { personId } = invocation;
  const kinds = await Promise.all(
    personalData.map(async (kind) => [kind.name, await kind.export(personId)] as const),
  );
  const madeAt = new Date(clock.now()).toISOString();
  return JSON.stringify({ personId, madeAt, ...Object.fromEntries(kinds) }, undefined, 2);
};

/** A person's data as a file; compressed when it is too large for an answer. */
export const dataFile = async (json: string, limitBytes: number, altText: string): Promise<File> => {
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
    run: async (_use, context) => {
      const { invocation, words } = context;
      const { file: content, fileAltText } = words.privacy;
      const file = await dataFile(await collect(context), invocation.attachmentLimitBytes, fileAltText);
      return { kind: 'private', message: { content }, files: [file] };
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
    run: async (_use, { personalData, scrub, invocation: { personId }, jobs, words: { privacy } }) => {
      for (const { erase } of personalData) await erase?.(personId);
      for (const { finishErasing } of personalData) await finishErasing?.(personId);
      await scrub();
      const { length: open } = await jobs.ofPerson(personId);
      const rest = open === 0 ? '' : privacy.open(open);
      return { kind: 'update', message: { content: `${privacy.deleted}${rest}`, components: [] } };
    },
  },
];
