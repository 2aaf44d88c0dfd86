import {
  ComponentType,
  type APIComponentInContainer,
  type APIMessage,
  type APIMessageComponentInteraction,
  type APIMessageSnapshotFields,
  type APIMessageTopLevelComponent,
  type APISectionAccessoryComponent,
} from 'discord-api-types/v10';
import type { MessageControls, MessagePicture } from '../commands/framework/invocation.ts';
import { parseCustomId } from '../messages/custom-id.ts';

type Component = APIMessageTopLevelComponent | APIComponentInContainer | APISectionAccessoryComponent;

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

const picturesIn = ({
  attachments = [],
  embeds = [],
  components = [],
}: Partial<APIMessageSnapshotFields>): MessagePicture[] => [
  ...attachments.filter((file) => isPicture(file, false)).map((file) => pictureOf(file, file.filename)),
  // The preview of a link to a picture has a thumbnail only.
  ...embeds.flatMap(({ image, thumbnail }) => image ?? thumbnail ?? []).map((media) => pictureOf(media)),
  ...components
    .flatMap(mediaIn)
    .filter((media) => isPicture(media, true))
    .map((media) => pictureOf(media)),
];

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

/** The person whose interaction a message answers, and the custom ids of its buttons and menus. */
export const controlsOf = (message: APIMessage): MessageControls => {
  const { interaction_metadata: metadata } = message;
  const customIds = controlsIn(message).flatMap((part) => ('custom_id' in part ? part.custom_id : []));
  // A message that answers no interaction names its poster in its button.
  const postedBy = customIds.map(parseCustomId).find((id) => id?.action === 'delete')?.text;
  const askedBy = metadata?.user.id ?? postedBy;
  return { customIds, ...(askedBy !== undefined && { askedBy }) };
};
