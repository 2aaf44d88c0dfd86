import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import { buttonRows } from '../framework/reply.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const ASK = 'ask-to-erase';
const ERASE = 'erase-data';

const button = (action: string, label: string): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Danger,
  label,
  custom_id: customId({ action, subject: 'mine' }),
});

/** Begins to delete everything that is kept of oneself. */
export const askToEraseButton = (): APIButtonComponentWithCustomId => button(ASK, 'Delete my data');

/** Asks once whether that is meant. */
export const askToErase: Action = {
  name: ASK,
  answers: 'privately',
  run: () =>
    Promise.resolve({
      kind: 'private',
      message: {
        content:
          'Delete your jobs, your history, your defaults and presets, and your personal API key? Pictures stay in Discord, but the buttons under them stop working. Pictures that are still being made are finished first. This can not be undone.',
        components: buttonRows([button(ERASE, 'Yes, delete it all')]),
      },
    }),
};

/** Deletes everything that is kept of the person who asks, and of nobody else. */
export const eraseData: Action = {
  name: ERASE,
  answers: 'in-place',
  run: async (_use, { personalData, scrub, invocation: { personId }, jobs }) => {
    for (const { erase } of personalData) await erase?.(personId);
    await scrub();
    const open = jobs.ofPerson(personId).length;
    const rest =
      open === 0
        ? ''
        : ` What is still being made (${open}) is finished and brought to you first, and not kept then.`;
    return { kind: 'update', message: { content: `**Your data are deleted.**${rest}`, components: [] } };
  },
};
