import type { ComponentChildren } from 'preact';
import type { Embed, EmbedMedia } from '../../discord/model.ts';
import { fileAddress } from '../client/files.ts';
import { EmojiText } from '../look/emoji.tsx';
import { OuterLink } from '../look/icons.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { messageTime } from '../markdown/time.ts';
import { Gallery, pictureOf } from './gallery.tsx';

/** An embed with all pictures that are drawn in it. */
interface DrawnEmbed {
  embed: Embed;
  pictures: EmbedMedia[];
}

/** Embeds with one address are drawn as one, with up to so many pictures. */
const GALLERY_SIZE = 4;

/** Embeds as Discord draws them: those that share a `url` are one, with the first one's text and all pictures. */
const drawnEmbeds = (embeds: readonly Embed[]): DrawnEmbed[] => {
  const drawn: DrawnEmbed[] = [];
  for (const embed of embeds) {
    const same = embed.url === undefined ? undefined : drawn.find((one) => one.embed.url === embed.url);
    const pictures = embed.image ? [embed.image] : [];
    if (!same) drawn.push({ embed, pictures });
    else if (same.pictures.length < GALLERY_SIZE) same.pictures.push(...pictures);
  }
  return drawn;
};

/** A colour as CSS has it. */
const cssColor = (color: number | null | undefined): string | undefined =>
  color === undefined || color === null ? undefined : `#${color.toString(16).padStart(6, '0')}`;

const Linked = ({ address, children }: { address: string | undefined; children: ComponentChildren }) =>
  address === undefined ? <span>{children}</span> : <OuterLink href={address}>{children}</OuterLink>;

const SmallIcon = ({ url }: { url: string | undefined }) =>
  url === undefined ? null : <img src={fileAddress(url)} alt="" />;

const Author = ({ author }: { author: Embed['author'] }) => {
  if (!author) return null;
  return (
    <div class="embed-author">
      <SmallIcon url={author.icon_url} />
      <Linked address={author.url}>
        <EmojiText text={author.name} />
      </Linked>
    </div>
  );
};

const Title = ({ embed }: { embed: Embed }) => {
  if (embed.title === undefined) return null;
  const words = <Markdown text={embed.title} />;
  return (
    <div class="embed-title">
      <Linked address={embed.url}>{words}</Linked>
    </div>
  );
};

const Fields = ({ fields }: { fields: Embed['fields'] }) => {
  if (!fields?.length) return null;
  return (
    <div class="embed-fields">
      {fields.map(({ name, value, inline }, index) => (
        <div key={index} class={inline ? 'embed-field inline' : 'embed-field'}>
          <div class="embed-field-name">
            <Markdown text={name} masked />
          </div>
          <div>
            <Markdown text={value} masked />
          </div>
        </div>
      ))}
    </div>
  );
};

const Footer = ({ embed: { footer, timestamp } }: { embed: Embed }) => {
  if (!footer && timestamp === undefined) return null;
  const time = timestamp === undefined ? [] : [messageTime(Date.parse(timestamp), Date.now())];
  return (
    <div class="embed-footer">
      <SmallIcon url={footer?.icon_url} />
      <span>
        <EmojiText text={[...(footer ? [footer.text] : []), ...time].join(' • ')} />
      </span>
    </div>
  );
};

const Card = ({ drawn: { embed, pictures } }: { drawn: DrawnEmbed }) => (
  <article class="embed" style={{ borderLeftColor: cssColor(embed.color) }}>
    <div class="embed-words">
      <Author author={embed.author} />
      <Title embed={embed} />
      {embed.description !== undefined && (
        <div class="embed-description">
          <Markdown text={embed.description} masked />
        </div>
      )}
      <Fields fields={embed.fields} />
    </div>
    {embed.thumbnail && (
      <img
        class="embed-thumbnail"
        src={fileAddress(embed.thumbnail.url)}
        alt={embed.thumbnail.description ?? ''}
      />
    )}
    <Gallery pictures={pictures.map((media) => pictureOf(media, media.description, false))} />
    <Footer embed={embed} />
  </article>
);

/** The embeds of a message. */
export const Embeds = ({ embeds }: { embeds: readonly Embed[] }) => (
  <>
    {drawnEmbeds(embeds).map((drawn, index) => (
      <Card key={index} drawn={drawn} />
    ))}
  </>
);
