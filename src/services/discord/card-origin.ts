import type { Job, Origin } from '../jobs/job.ts';

const WORDS = {
  again: { did: '🔄 Again, asked by', back: 'the one before' },
  'prompt-edited': { did: '✏️ With a new prompt, asked by', back: 'the one before' },
  'picture-edited': { did: '🎨 Edited, asked by', back: 'the picture before' },
  enlarged: { did: '🔎 In 4K, asked by', back: 'the picture before' },
} as const satisfies Record<Origin['kind'], { did: string; back: string }>;

/**
 * Who asked for a picture that was made out of an earlier one, with a link back to that. In an embed a mention shows the
 * name and notifies nobody: https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
export const originLine = ({ origin, personId }: Job): string[] => {
  if (!origin) return [];
  const { did, back } = WORDS[origin.kind];
  const link = origin.link === undefined ? '' : ` · [${back}](${origin.link})`;
  return [`${did} <@${personId}>${link}`];
};
