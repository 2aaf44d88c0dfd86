import { z } from 'zod';
import { addProblem, addWordedProblem, may, mediaUrl, webUrl } from './problems.ts';

// docs.discord.com/developers/resources/message#embed-object-embed-limits
const EMBEDS_PER_MESSAGE = 10;
const CHARACTERS_PER_MESSAGE = 6000;

const text = (maximum: number) => z.string().trim().max(maximum);
const media = z
  .object({ url: mediaUrl, description: may(z.string().max(4096)) })
  .transform(({ url, description }) => ({ url, ...(description !== undefined && { description }) }));
const pictures = /\.(jpe?g|png|webp|gif|avif)$/i;

const embedSchema = z
  .strictObject({
    type: may(z.string()),
    title: may(text(256)),
    description: may(text(4096)),
    url: may(webUrl()),
    color: may(z.int().min(0).max(0xffffff)),
    timestamp: may(z.string().refine((value) => !Number.isNaN(Date.parse(value)))),
    footer: may(z.object({ text: text(2048).min(1), icon_url: may(mediaUrl) })),
    author: may(z.object({ name: text(256).min(1), url: may(webUrl()), icon_url: may(mediaUrl) })),
    image: may(media),
    thumbnail: may(media),
    fields: may(
      z
        .array(z.object({ name: text(256).min(1), value: text(1024).min(1), inline: may(z.boolean()) }))
        .max(25),
    ),
    // Read-only: present when a bot sends back an embed that it was given.
    video: may(z.unknown()),
    provider: may(z.unknown()),
    flags: may(z.int()),
  })
  .superRefine((embed, context) => {
    const filled = Object.entries(embed).some(
      ([key, value]) => key !== 'type' && value !== undefined && value !== '',
    );
    if (!filled) addProblem(context, 'BASE_TYPE_REQUIRED', ['description']);
    for (const place of ['image', 'thumbnail'] as const) {
      const url = embed[place]?.url;
      if (url?.startsWith('attachment:') && !pictures.test(url))
        addWordedProblem(
          context,
          'URL_TYPE_INVALID_URL',
          [place, 'url'],
          'Only pictures can stand in an embed.',
        );
    }
  })
  .transform(({ video: _video, provider: _provider, flags: _flags, ...embed }) => ({
    ...embed,
    type: 'rich',
  }));

export type EmbedBody = z.output<typeof embedSchema>;

const lengthOf = (embed: EmbedBody): number =>
  [
    embed.title,
    embed.description,
    embed.footer?.text,
    embed.author?.name,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ].reduce((sum, part) => sum + (part?.length ?? 0), 0);

/** The embeds of one message. */
export const embedsSchema = z
  .array(embedSchema)
  .max(EMBEDS_PER_MESSAGE)
  .superRefine((embeds, context) => {
    if (embeds.reduce((sum, embed) => sum + lengthOf(embed), 0) <= CHARACTERS_PER_MESSAGE) return;
    addProblem(context, 'MAX_EMBED_SIZE_EXCEEDED');
  });
