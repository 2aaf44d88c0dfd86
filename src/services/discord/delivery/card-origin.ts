import type { Words } from '../../../commands/framework/language.ts';
import type { Job } from '../../jobs/job.ts';

/**
 * Who asked for a picture that was made out of an earlier one, with a link back to that. In an embed a mention shows the
 * name and notifies nobody: https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
export const originLine = ({ origin, personId }: Job, words: Words['card']): string[] => {
  if (!origin) return [];
  const { did, back } = words.origins[origin.kind];
  const link = origin.link === undefined ? '' : ` · [${back}](${origin.link})`;
  return [`${did} <@${personId}>${link}`];
};
