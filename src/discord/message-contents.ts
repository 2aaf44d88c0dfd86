import {
  ComponentType,
  type APIAttachment,
  type APIComponentInContainer,
  type APIEmbed,
  type APIMessage,
  type APIMessageTopLevelComponent,
  type APISectionAccessoryComponent,
} from 'discord-api-types/v10';
import { Message, type MessageSnapshot } from 'discord.js';
import type { MessageControls, MessagePicture } from '../commands/framework/invocation.ts';
import { parseCustomId } from '../messages/custom-id.ts';

type Component = APIMessageTopLevelComponent | APIComponentInContainer | APISectionAccessoryComponent;

/** What a message, or a forwarded one, shows. */
interface Content {
  attachments?: readonly APIAttachment[];
  embeds?: readonly APIEmbed[];
  components?: readonly Component[];
}

/** A picture as embeds and components name it. Discord says 0 or null where it has not measured one. */
interface Media {
  url: string;
  width?: number | null | undefined;
  height?: number | null | undefined;
  content_type?: string | null | undefined;
}

const isPicture = ({ content_type: type }: Media, otherwise: boolean): boolean =>
  type ? type.startsWith('image/') : otherwise;

const pictureOf = ({ url, width, height }: Media, name = ''): MessagePicture => ({
  url,
  name,
  ...(width && height && { width, height }),
});

const mediaIn = (component: Component): Media[] => {
  if (component.type === ComponentType.Container) return component.components.flatMap(mediaIn);
  if (component.type === ComponentType.Section) return mediaIn(component.accessory);
  if (component.type === ComponentType.MediaGallery) return component.items.map(({ media }) => media);
  if (component.type === ComponentType.Thumbnail) return [component.media];
  return component.type === ComponentType.File && isPicture(component.file, false) ? [component.file] : [];
};

const picturesIn = ({ attachments = [], embeds = [], components = [] }: Content): MessagePicture[] => [
  ...attachments.filter((file) => isPicture(file, false)).map((file) => pictureOf(file, file.filename)),
  // The preview of a link to a picture has a thumbnail only.
  ...embeds.flatMap(({ image, thumbnail }) => image ?? thumbnail ?? []).map((media) => pictureOf(media)),
  ...components
    .flatMap(mediaIn)
    .filter((media) => isPicture(media, true))
    .map((media) => pictureOf(media)),
];

/** A message of the library's as Discord describes it. */
const contentOf = (message: Pick<MessageSnapshot, 'attachments' | 'embeds' | 'components'>): Content => ({
  attachments: message.attachments.map((file) => ({
    ...{ id: file.id, filename: file.name, url: file.url, proxy_url: file.proxyURL, size: file.size },
    ...{ width: file.width, height: file.height },
    ...(file.contentType !== null && { content_type: file.contentType }),
  })),
  embeds: message.embeds.map(({ data }) => data),
  components: message.components.map((component) => component.toJSON()),
});

/**
 * The pictures that a message shows: attached ones first, then those of its embeds and components, then forwarded ones.
 * Each is named once.
 */
export const messagePictures = (message: Message | APIMessage): MessagePicture[] => {
  const contents: readonly Content[] =
    message instanceof Message
      ? [message, ...message.messageSnapshots.values()].map((one) => contentOf(one))
      : [message, ...(message.message_snapshots ?? []).map((snapshot) => snapshot.message)];
  const pictures = contents.flatMap(picturesIn);
  return pictures.filter(({ url }, index) => pictures.findIndex((one) => one.url === url) === index);
};

/** What a message tells of itself: whose interaction it answers, and what its buttons and menus do. */
export const controlsOf = (message: Message | APIMessage): MessageControls => {
  const isRead = message instanceof Message;
  const rows = isRead
    ? message.components.map((component) => component.toJSON())
    : (message.components ?? []);
  const parts = rows.flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []));
  const customIds = parts.flatMap((part) => ('custom_id' in part ? part.custom_id : []));
  // A message of its own is no answer: its button says who posted it.
  const postedBy = customIds.map(parseCustomId).find((id) => id?.action === 'delete')?.text;
  const askedBy = (isRead ? message.interactionMetadata : message.interaction_metadata)?.user.id ?? postedBy;
  return {
    customIds,
    ...(askedBy !== undefined && { askedBy }),
  };
};
