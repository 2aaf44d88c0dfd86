import type { Embed, EmbedMedia } from '../model.ts';
import { recordFailure, type Core, type StoredFile } from '../state/state.ts';
import { isOwnFile, signUrl, withoutSignature } from './files.ts';

const ATTACHMENT = 'attachment://';

const fillIn = (core: Core, media: EmbedMedia, file: StoredFile | undefined, url: string): void => {
  media.url = file ? file.base : isOwnFile(core, url) ? withoutSignature(url) : url;
  media.proxy_url = media.url;
  // Discord has not seen a foreign picture when it answers, so its size is 0.
  media.width = file?.width ?? 0;
  media.height = file?.height ?? 0;
};

const findNamed = (files: readonly StoredFile[], url: string): StoredFile | undefined => {
  if (!url.startsWith(ATTACHMENT)) return undefined;
  const name = decodeURIComponent(url.slice(ATTACHMENT.length));
  return files.find((file) => file.filename === name);
};

const resolveEmbed = (core: Core, embed: Embed, files: readonly StoredFile[]): Embed => {
  const resolved = structuredClone(embed);
  for (const place of ['image', 'thumbnail'] as const) {
    const media = resolved[place];
    if (!media) continue;
    const file = findNamed(files, media.url);
    if (!file && media.url.startsWith(ATTACHMENT)) {
      // Discord says nothing and shows no picture; a bot never means that.
      recordFailure(core, `an embed shows ${media.url}, which is no file of its message`);
      resolved[place] = undefined;
    } else
      fillIn(core, media, file ?? files.find(({ base }) => base === withoutSignature(media.url)), media.url);
  }
  for (const place of ['footer', 'author'] as const) {
    const part = resolved[place];
    const url = part?.icon_url;
    if (part && url !== undefined) part.icon_url = findNamed(files, url)?.base ?? url;
  }
  return resolved;
};

/** Embeds with `attachment://name` and links to files of ours turned into unsigned addresses. */
export const resolveEmbeds = (core: Core, embeds: readonly Embed[], files: readonly StoredFile[]): Embed[] =>
  embeds.map((embed) => resolveEmbed(core, embed, files));

/** What may show pictures of a message. */
interface Showing {
  embeds: readonly Embed[];
}

const shownMedia = ({ embeds }: Showing): EmbedMedia[] =>
  embeds.flatMap(({ image, thumbnail }) => [image, thumbnail].filter((media) => media !== undefined));

const iconHolders = ({ embeds }: Showing) =>
  embeds.flatMap(({ footer, author }) => [footer, author].filter((part) => part !== undefined));

/** The addresses that embeds show; files among them stand in no `attachments`. */
export const shownAddresses = (content: Showing): Set<string> =>
  new Set([
    ...shownMedia(content).map(({ url }) => url),
    ...iconHolders(content).flatMap((part) => part.icon_url ?? []),
  ]);

/** Signs every unsigned address of a file of ours, in place. */
export const signAll = (core: Core, content: Showing): void => {
  const sign = (url: string): string =>
    isOwnFile(core, url) && !url.includes('?') ? signUrl(core, url) : url;
  for (const media of shownMedia(content)) media.proxy_url = media.url = sign(media.url);
  for (const part of iconHolders(content))
    if (part.icon_url !== undefined) part.icon_url = sign(part.icon_url);
};
