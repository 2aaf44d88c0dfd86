import {
  ComponentType,
  type APIComponentInContainer,
  type APIMessage,
  type APIMessageComponentInteraction,
  type APIMessageSnapshotFields,
  type APIMessageTopLevelComponent,
  type APISectionAccessoryComponent,
} from 'discord-api-types/v10';
import { parseCustomId } from '../messages/custom-id.ts';
import { fileNameIn, isPictureFile, isSpoilerFile, type FileFacts } from '../messages/picture-files.ts';
import type { MessageControls, MessagePicture } from '../messages/message.ts';

type Component = APIMessageTopLevelComponent | APIComponentInContainer | APISectionAccessoryComponent;

/** A picture as embeds and components name it. Discord says 0 or null where it has not measured one. */
interface Media {
  url: string;
  width?: number | null | undefined;
  height?: number | null | undefined;
  content_type?: string | null | undefined;
  filename?: string;
  flags?: number;
}

const fileFactsOf = (media: Media): FileFacts => ({
  filename: media.filename ?? fileNameIn(media.url),
  contentType: media.content_type,
  width: media.width,
  height: media.height,
  flags: media.flags,
});

/** @param isHidden whether the message hides it, even if the file does not say so. */
const pictureOf = (media: Media, isHidden = false): MessagePicture => {
  const { url, width, height, filename = '' } = media;
  return {
    url,
    name: filename,
    ...(width && height && { width, height }),
    isSpoiler: isHidden || isSpoilerFile(fileFactsOf(media)) ? true : undefined,
  };
};

/** What a component shows, and whether it hides it. What shows pictures alone needn't say that it is one. */
const picturesOf = (component: Component, isHidden = false): MessagePicture[] => {
  const shown = (media: Media, spoiler = false, isPicture = false): MessagePicture[] =>
    (isPicture && !media.content_type) || isPictureFile(fileFactsOf(media))
      ? [pictureOf(media, isHidden || spoiler)]
      : [];
  if (component.type === ComponentType.Container)
    return component.components.flatMap((one) => picturesOf(one, isHidden || component.spoiler === true));
  if (component.type === ComponentType.Section) return picturesOf(component.accessory, isHidden);
  if (component.type === ComponentType.MediaGallery)
    return component.items.flatMap(({ media, spoiler }) => shown(media, spoiler, true));
  if (component.type === ComponentType.Thumbnail) return shown(component.media, component.spoiler, true);
  return component.type === ComponentType.File ? shown(component.file, component.spoiler) : [];
};

/** What stands between bars is hidden, and so is its preview. */
const HIDDEN_TEXT = /\|\|(.+?)\|\|/gs;

const picturesIn = ({
  content = '',
  attachments = [],
  embeds = [],
  components = [],
}: Partial<APIMessageSnapshotFields>): MessagePicture[] => {
  const hidden = [...content.matchAll(HIDDEN_TEXT)].map(([, text = '']) => text).join(' ');
  const isHidden = (url: string | null | undefined) => Boolean(url) && hidden.includes(url ?? '');
  return [
    ...attachments.filter((file) => isPictureFile(fileFactsOf(file))).map((file) => pictureOf(file)),
    // The preview of a link to a picture has a thumbnail only.
    ...embeds.flatMap(({ url, image, thumbnail }) => {
      const media = image ?? thumbnail;
      return media ? [pictureOf(media, isHidden(url) || isHidden(media.url))] : [];
    }),
    ...components.flatMap((component) => picturesOf(component)),
  ];
};

/**
 * The pictures that a message shows: attached ones first, then those of its embeds and components, then forwarded ones.
 * Each is named once.
 */
export const messagePictures = (message: APIMessage): MessagePicture[] => {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  const pictures = [message, ...forwarded].flatMap(picturesIn);
  return pictures.filter(({ url }, index) => pictures.findIndex((one) => one.url === url) === index);
};

const controlsIn = ({ components }: Pick<APIMessage, 'components'>) =>
  (components ?? []).flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []));

/** A use of one of a message's components. */
type Use = Pick<APIMessageComponentInteraction, 'message' | 'data'>;

const NO_IDS: readonly string[] = [];

const idsIn = ({
  users = {},
  roles = {},
  channels = {},
}: Partial<Record<'users' | 'roles' | 'channels', object>>) =>
  [users, roles, channels].flatMap((found) => Object.keys(found));

const controlUsed = ({ message, data }: Use) =>
  controlsIn(message).find(
    (part) => 'custom_id' in part && part.custom_id === data.custom_id && part.type === data.component_type,
  );

/** The roles that a menu showed as selected before it was used; undefined for what is no such menu. */
export const shownRoles = (use: Use): readonly string[] | undefined => {
  const menu = controlUsed(use);
  if (menu?.type !== ComponentType.RoleSelect) return undefined;
  return (menu.default_values ?? []).map(({ id }) => id);
};

/** The values that a menu offers: its options, or what Discord says the picked ids stand for. */
const offeredBy = (use: Use): readonly string[] => {
  const { data } = use;
  const menu = controlUsed(use);
  if (menu?.type === ComponentType.StringSelect) return menu.options.map(({ value }) => value);
  return menu && 'resolved' in data ? idsIn(data.resolved) : NO_IDS;
};

/** The values that a person picked in a menu, none for a button; undefined where a changed client sent others than it offers. */
export const pickedValues = (use: Use): readonly string[] | undefined => {
  if (!('values' in use.data)) return [];
  const offered = offeredBy(use);
  return use.data.values.every((value) => offered.includes(value)) ? use.data.values : undefined;
};

/** The name of the person or role that was picked in a menu, as people there see it. */
export const pickedName = ({ data }: Use): string | undefined => {
  if (!('values' in data) || !('resolved' in data)) return undefined;
  const { resolved } = data;
  const [id = ''] = data.values;
  const role = 'roles' in resolved ? resolved.roles[id] : undefined;
  if (role) return role.name;
  const member = 'members' in resolved ? resolved.members[id] : undefined;
  const user = 'users' in resolved ? resolved.users[id] : undefined;
  return member?.nick ?? user?.global_name ?? user?.username;
};

/** The person whose interaction a message answers, and the custom ids of its buttons and menus. */
export const controlsOf = (message: APIMessage): MessageControls => {
  const { interaction_metadata: metadata } = message;
  const customIds = controlsIn(message).flatMap((part) => ('custom_id' in part ? part.custom_id : []));
  // A message that answers no interaction names its poster in its button.
  const postedBy = customIds.map(parseCustomId).find((id) => id?.action === 'delete')?.text;
  const askedBy = metadata?.user.id ?? postedBy;
  return { customIds, askedBy };
};
