import { ComponentType, type APIMessage } from 'discord-api-types/v10';
import { Message } from 'discord.js';
import { parseCustomId } from '../messages/custom-id.ts';
import type { MessageControls } from '../commands/framework/invocation.ts';

/** What a message tells of itself: whose interaction it answers, and what its buttons and menus do. */
export const controlsOf = (message: Message | APIMessage): MessageControls => {
  const isRead = message instanceof Message;
  const rows = isRead
    ? message.components.map((component) => component.toJSON())
    : (message.components ?? []);
  const parts = rows.flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []));
  const customIds = parts.flatMap((part) => ('custom_id' in part ? part.custom_id : []));
  // A message of its own answers nobody: its button says who posted it.
  const postedBy = customIds.map(parseCustomId).find((id) => id?.action === 'delete')?.text;
  const askedBy = (isRead ? message.interactionMetadata : message.interaction_metadata)?.user.id ?? postedBy;
  return {
    customIds,
    ...(askedBy !== undefined && { askedBy }),
  };
};
