import { z } from 'zod';
import type { MessagePicture } from '../../commands/framework/invocation.ts';

// Discord says 0 or null where it has not measured a picture.
const pixels = z.number().nullish();
const mediaSchema = z.object({ url: z.string().optional(), width: pixels, height: pixels }).optional();

const contentFields = {
  attachments: z
    .array(
      z.object({
        filename: z.string(),
        url: z.string(),
        content_type: z.string().optional(),
        width: pixels,
        height: pixels,
      }),
    )
    .optional(),
  embeds: z.array(z.object({ image: mediaSchema, thumbnail: mediaSchema })).optional(),
};

/** The parts of a message that may show pictures: https://docs.discord.com/developers/resources/message */
export const picturedMessageSchema = z.object({
  ...contentFields,
  /** Forwarded content is here, not in the message itself. */
  message_snapshots: z.array(z.object({ message: z.object(contentFields) })).optional(),
});

type Content = Pick<z.infer<typeof picturedMessageSchema>, 'attachments' | 'embeds'>;
type Media = z.infer<typeof mediaSchema>;

const sizeOf = (media: Media): Pick<MessagePicture, 'width' | 'height'> =>
  media?.width && media.height ? { width: media.width, height: media.height } : {};

const picturesIn = ({ attachments = [], embeds = [] }: Content): MessagePicture[] => [
  ...attachments
    .filter(({ content_type: type }) => type?.startsWith('image/') === true)
    .map((file) => ({ url: file.url, name: file.filename, ...sizeOf(file) })),
  // The preview of a link to a picture has a thumbnail only.
  ...embeds.flatMap(({ image, thumbnail }) => {
    const media = image?.url === undefined ? thumbnail : image;
    return media?.url === undefined ? [] : [{ url: media.url, name: '', ...sizeOf(media) }];
  }),
];

/** The pictures that a message shows: attached ones first, then those of its embeds, then forwarded ones. */
export const messagePictures = (message: z.infer<typeof picturedMessageSchema>): MessagePicture[] => [
  ...picturesIn(message),
  ...(message.message_snapshots ?? []).flatMap((snapshot) => picturesIn(snapshot.message)),
];
