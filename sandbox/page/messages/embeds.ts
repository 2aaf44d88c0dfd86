import type { Embed, EmbedMedia } from '../../discord/model.ts';

/** An embed with all pictures that are drawn in it. */
export interface DrawnEmbed {
  embed: Embed;
  pictures: EmbedMedia[];
}

/** Embeds with one address are drawn as one, with up to so many pictures. */
const GALLERY_SIZE = 4;

/** Embeds as Discord draws them: those that share a `url` are one, with the first one's text and all pictures. */
export const drawnEmbeds = (embeds: readonly Embed[]): DrawnEmbed[] => {
  const drawn: DrawnEmbed[] = [];
  for (const embed of embeds) {
    const same = embed.url === undefined ? undefined : drawn.find((one) => one.embed.url === embed.url);
    const pictures = embed.image ? [embed.image] : [];
    if (!same) drawn.push({ embed, pictures });
    else if (same.pictures.length < GALLERY_SIZE) same.pictures.push(...pictures);
  }
  return drawn;
};

/** The alt text of a picture in an embed, which Discord keeps beside its address. */
export const altOf = ({ description }: EmbedMedia): string => description ?? '';

/** A colour as CSS has it. */
export const cssColor = (color: number | null | undefined): string | undefined =>
  color === undefined || color === null ? undefined : `#${color.toString(16).padStart(6, '0')}`;
