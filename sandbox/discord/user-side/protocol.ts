/**
 * What a person's client and the stand-in say to each other, on the same port as the API.
 *
 * | request                                   | body                 | answer |
 * |-------------------------------------------|----------------------|--------|
 * | `GET  /user`                              |                      | `WireUser[]`: who one can be |
 * | `GET  /user/:user/state`                  |                      | `Snapshot` |
 * | `POST /user/:user/:action`                | `Bodies[action]`     | `InteractionResult` for `slash`, `autocomplete`, `menu`, `click`, `select` and `modal`, once the bot answered or its time was over; `Message` for `send`; else 204 |
 * | WebSocket `/user/:user/socket`            |                      | `UserEvent`, one JSON text each |
 *
 * Files travel as Discord has it: multipart, the body as `payload_json`, the n-th file as `files[n]`, and
 * `{ "file": n }` where it belongs. What a client would not let a person do answers 400 with `{ message }`.
 */
import type { Channel, Guild, Message, Role, WireUser } from '../model.ts';
import type { ApplicationCommand } from '../rules/commands.ts';

export type { InteractionResult, Modal } from '../people/types.ts';
export type { Bodies } from './bodies.ts';

export interface ChannelView extends Pick<Channel, 'id' | 'kind' | 'name' | 'guildId' | 'parentId'> {
  recipients: WireUser[];
  canSend: boolean;
  canReact: boolean;
  canAttach: boolean;
  canManageMessages: boolean;
}

export interface GuildView extends Pick<Guild, 'id' | 'name'> {
  roles: Pick<Role, 'id' | 'name'>[];
  members: WireUser[];
}

/** Everything that one person sees. */
export interface Snapshot {
  me: WireUser;
  /** The language of the client, as Discord names it. */
  locale: string;
  people: WireUser[];
  /** The app as an author. */
  application: WireUser;
  guilds: GuildView[];
  channels: ChannelView[];
  /** By channel id, oldest first. */
  messages: Record<string, Message[]>;
  /** What the client offers, by channel id. */
  commands: Record<string, ApplicationCommand[]>;
}

/** What happens in front of a person's eyes; reactions come as an updated message. */
export type UserEvent =
  | { type: 'message'; change: 'created' | 'updated' | 'deleted'; message: Message }
  /** Channels, servers or commands are others now: ask for the state again. */
  | { type: 'world' };
