/**
 * What a person's client and the stand-in say to each other, on the same port as the API.
 *
 * | request                                   | body                 | answer |
 * |-------------------------------------------|----------------------|--------|
 * | `GET  /user`                              |                      | `PersonView[]`: who one can be |
 * | `GET  /user/:user/state`                  |                      | `Snapshot` |
 * | `POST /user/:user/slash`                  | `SlashRequest`       | `InteractionResult`, once the bot answered or its time was over |
 * | `POST /user/:user/autocomplete`           | `AutocompleteRequest`| `InteractionResult` |
 * | `POST /user/:user/menu`                   | `MenuRequest`        | `InteractionResult` |
 * | `POST /user/:user/click`                  | `ClickRequest`       | `InteractionResult` |
 * | `POST /user/:user/select`                 | `SelectRequest`      | `InteractionResult` |
 * | `POST /user/:user/modal`                  | `ModalRequest`       | `InteractionResult` |
 * | `POST /user/:user/react`, `…/unreact`     | `ReactRequest`       | 204 |
 * | `POST /user/:user/send`                   | `SendRequest`        | `Message` |
 * | `POST /user/:user/delete`, `…/dismiss`    | `MessageRequest`     | 204 |
 * | WebSocket `/user/:user/socket`            |                      | `UserEvent`, one JSON text each |
 * | WebSocket `/user/traffic`                 |                      | `TrafficEvent`, one JSON text each |
 *
 * Files travel as Discord has it: multipart, the body as `payload_json`, the n-th file as `files[n]`, and
 * `{ "file": n }` where it belongs. What a client would not let a person do answers 400 with `{ message }`.
 */
import type { RecordedDispatch } from '../gateway/types.ts';
import type { ChannelKind, Component, Message, WireUser } from '../model.ts';
import type { Choice } from '../rules/choices.ts';
import type { ApplicationCommand } from '../rules/commands.ts';
import type { RecordedRequest } from '../rest/record-types.ts';

export type { InteractionResult, Modal } from '../people/types.ts';

/** How an interaction of a person stands. */
export interface InteractionView {
  id: string;
  userId: string;
  channelId: string;
  kind: 'command' | 'component' | 'autocomplete' | 'modal';
  /** `waiting`: the client shows that it waits; `failed`: "The application did not respond". */
  state: 'waiting' | 'answered' | 'failed';
  deferred: boolean;
  /** The message of the answer, if it is one. */
  messageId: string | null;
  /** The message whose component was used. */
  sourceMessageId: string | null;
  modal: { interactionId: string; customId: string; title: string; components: Component[] } | null;
  choices: Choice[] | null;
}

export interface PersonView extends WireUser {
  hasInstalledApplication: boolean;
}

export interface ChannelView {
  id: string;
  kind: ChannelKind;
  name: string;
  guildId: string | null;
  parentId: string | null;
  recipients: WireUser[];
  archived: boolean;
  locked: boolean;
  canSend: boolean;
  canReact: boolean;
  canAttach: boolean;
  canManageMessages: boolean;
}

export interface GuildView {
  id: string;
  name: string;
  roles: { id: string; name: string; color: number }[];
  members: WireUser[];
}

/** Everything that one person sees. */
export interface Snapshot {
  me: PersonView;
  people: PersonView[];
  application: { id: string; name: string };
  guilds: GuildView[];
  channels: ChannelView[];
  /** By channel id, oldest first. */
  messages: Record<string, Message[]>;
  /** What the client offers, by channel id. */
  commands: Record<string, ApplicationCommand[]>;
}

/** Stands for the file that is sent along as `files[n]`. */
export interface FileReference {
  file: number;
}

export interface SlashRequest {
  channelId: string;
  name: string;
  options?: Record<string, string | number | boolean | FileReference>;
}

export interface AutocompleteRequest {
  channelId: string;
  name: string;
  focused: string;
  value: string;
  others?: Record<string, string | number | boolean>;
}

export interface MenuRequest {
  channelId: string;
  name: string;
  /** The message or the user that the menu was opened on. */
  target: { messageId: string } | { userId: string };
}

export interface ClickRequest {
  messageId: string;
  customId: string;
}

export interface SelectRequest extends ClickRequest {
  values: string[];
}

export interface ModalRequest {
  /** As it came in `InteractionView.modal`. */
  interactionId: string;
  fields: Record<string, string | boolean | string[] | FileReference[]>;
}

export interface ReactRequest {
  messageId: string;
  emoji: string;
}

export interface SendRequest {
  channelId: string;
  content: string;
  files?: FileReference[];
}

export interface MessageRequest {
  messageId: string;
}

/** What happens in front of a person's eyes; reactions come as an updated message. */
export type UserEvent =
  | { type: 'message'; change: 'created' | 'updated' | 'deleted'; message: Message }
  | { type: 'interaction'; interaction: InteractionView }
  /** Channels, servers or commands are others now: ask for the state again. */
  | { type: 'world' };

/** What goes between the bot and Discord. */
export type TrafficEvent =
  { type: 'request'; request: RecordedRequest } | { type: 'dispatch'; dispatch: RecordedDispatch };
