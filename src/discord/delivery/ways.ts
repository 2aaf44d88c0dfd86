import type { DiscordFailureKind } from '../failures.ts';

/**
 * The ways to show a result, in the order in which they are tried: with its pictures as files; the same without a person's
 * words; with links to the pictures; as a plain text.
 */
export const WAYS = ['uploaded', 'wordless', 'linked', 'plain'] as const;

export type Way = (typeof WAYS)[number];

/**
 * The way to try after one that Discord refused; undefined when no other can help where the message stands.
 *
 * @param hasPictures whether there are any: without, links are no way of their own.
 */
export const nextWay = (way: Way, kind: DiscordFailureKind, hasPictures: boolean): Way | undefined => {
  const hasFiles = hasPictures && (way === 'uploaded' || way === 'wordless');
  if (kind === 'too-large' || kind === 'picture-refused')
    return hasFiles ? 'linked' : after(way, hasPictures);
  // It may be Attach Files that the bot lacks, or Embed Links.
  if (kind === 'no-permission') return hasFiles ? 'linked' : way === 'plain' ? undefined : 'plain';
  return kind === 'refused' ? after(way, hasPictures) : undefined;
};

const after = (way: Way, hasPictures: boolean): Way | undefined =>
  WAYS.slice(WAYS.indexOf(way) + 1).find((other) => other !== 'linked' || hasPictures);
