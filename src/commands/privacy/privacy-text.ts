import type { PersonalData } from '../framework/personal-data.ts';

/** What is kept of people, for what, and for how long. */
export const privacyText = (kinds: readonly PersonalData[]): string =>
  [
    'What this bot keeps of you, for what, and for how long:',
    ...kinds.map(({ name, kept }) => `**${name}**\n${kept}`),
    'Prompts, options and pictures that you add go to the image service that makes the pictures, with the API key that pays and nothing else about you. Messages that are not meant for this bot are never read.',
  ].join('\n\n');
