import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { button, buttonRows } from '../messages/components.ts';
import type { Actions } from './framework/action.ts';
import { defineCommand, type CommandContext, type PersonalData } from './framework/command.ts';
import { customId } from '../messages/custom-id.ts';
import type { File } from './framework/reply.ts';

const SUBJECT = 'mine';

/** What is kept of people, for what, and for how long. */
const privacyText = (kinds: readonly PersonalData[]): string =>
  [
    'What we store about you, why and for how long:',
    ...kinds.map(({ title, kept }) => `**${title}**\n${kept}`),
    "Your prompts, options and added pictures go to the image service with the API key that pays, and nothing else about you. We never read messages that aren't for this bot.",
  ].join('\n\n');

/** `/privacy`: what is kept of a person, and how to get it or be rid of it. */
export const privacy = defineCommand(
  { name: 'privacy', description: 'See what we store about you, download it or delete it' },
  true,
  (_values, { personalData }) =>
    Promise.resolve({
      kind: 'private',
      message: {
        embeds: [{ title: 'Your data', description: privacyText(personalData) }],
        components: buttonRows([
          button(customId('export-data', SUBJECT), 'Download my data'),
          button(customId('ask-to-erase', SUBJECT), 'Delete my data', { style: 'danger' }),
        ]),
      },
    }),
);

const collect = async ({ personalData, invocation, clock }: CommandContext): Promise<string> => {
  const { personId } = invocation;
  const kinds = await Promise.all(
    personalData.map(async (kind) => [kind.name, await kind.export(personId)] as const),
  );
  const madeAt = new Date(clock.now()).toISOString();
  return JSON.stringify({ personId, madeAt, ...Object.fromEntries(kinds) }, undefined, 2);
};

/** What is kept of a person, as a file that an answer can carry: packed when it is larger than that. */
export const dataFile = async (json: string, limitBytes: number): Promise<File> => {
  const data = Buffer.from(json);
  const altText = 'Everything we store about you, as JSON';
  if (data.length <= limitBytes)
    return { name: 'my-data.json', data, contentType: 'application/json', altText };
  const packed = await promisify(gzip)(data);
  return { name: 'my-data.json.gz', data: packed, contentType: 'application/gzip', altText };
};

/** What people do about what is kept of them, and of nobody else. */
export const privacyActions = {
  /** Gives them all of it. */
  'export-data': {
    answers: 'privately',
    run: async (_use, context) => {
      const file = await dataFile(await collect(context), context.invocation.attachmentLimitBytes);
      return { kind: 'private', message: { content: 'Everything we store about you:' }, files: [file] };
    },
  },

  /** Asks once whether deleting is meant. */
  'ask-to-erase': {
    answers: 'privately',
    run: () =>
      Promise.resolve({
        kind: 'private',
        message: {
          content:
            "Delete your requests, history, defaults, presets and personal API key? Pictures stay in Discord, but their buttons stop working. Requests in progress finish first. You can't undo this.",
          components: buttonRows([
            button(customId('erase-data', SUBJECT), 'Delete everything', { style: 'danger' }),
          ]),
        },
      }),
  },

  /** Deletes all of it. */
  'erase-data': {
    answers: 'in-place',
    run: async (_use, { personalData, scrub, invocation: { personId }, jobs }) => {
      for (const { erase } of personalData) await erase?.(personId);
      await scrub();
      const { length: open } = await jobs.ofPerson(personId);
      const rest =
        open === 0
          ? ''
          : ` Requests in progress (${open}) still finish, and are deleted once they're delivered.`;
      return { kind: 'update', message: { content: `**Your data was deleted.**${rest}`, components: [] } };
    },
  },
} satisfies Actions;
