import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import type { CommandContext } from '../framework/command.ts';
import { dataFile } from './data-file.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const NAME = 'export-data';

/** Asks for everything that is kept of oneself. */
export const exportButton = (): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label: 'My data as a file',
  custom_id: customId({ action: NAME, subject: 'mine' }),
});

const collect = async ({ personalData, invocation, clock }: CommandContext): Promise<string> => {
  const { personId } = invocation;
  const kinds = await Promise.all(
    personalData.map(async (kind) => [kind.name, await kind.export(personId)] as const),
  );
  const madeAt = new Date(clock.now()).toISOString();
  return JSON.stringify({ personId, madeAt, ...Object.fromEntries(kinds) }, undefined, 2);
};

/** Hands over everything that is kept of the person who asks, and of nobody else. */
export const exportData: Action = {
  name: NAME,
  answers: 'privately',
  run: async (_use, context) => {
    const file = await dataFile(await collect(context), context.invocation.attachmentLimitBytes);
    return { kind: 'private', message: { content: 'Everything that is kept of you:' }, files: [file] };
  },
};
