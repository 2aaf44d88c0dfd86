import type { Component, Message } from '../model.ts';
import type { Choice } from '../rules/interactions.ts';

/** A file that a person picks. */
export interface PickedFile {
  filename: string;
  contentType?: string;
  bytes: Uint8Array;
}

/** The value of a command option: text, number, truth, an id (user, role, channel), or a file. */
export type OptionValue = string | number | boolean | PickedFile;

/** The value of a modal's field: text, picked values, truth, or files. */
export type FieldValue = string | string[] | boolean | PickedFile[];

export interface Modal {
  /** The interaction whose answer opened it. */
  interactionId: string;
  customId: string;
  title: string;
  components: Component[];
}

/** How an interaction stands once it was answered, or its time was over. */
export interface InteractionResult {
  interactionId: string;
  token: string;
  /** False: "The application did not respond". */
  answered: boolean;
  /** True: the bot asked for time (type 5 or 6). */
  deferred: boolean;
  /** The callback type of the answer. */
  type?: number;
  /** The message of the answer: new, loading, or the component's own. */
  message?: Message;
  modal?: Modal;
  choices?: Choice[];
}

/**
 * What one person does. A promise about an interaction settles when the bot has answered or its time is over.
 * Everything throws `ClientRefusal` where Discord's client would not have let the person do it.
 */
export interface Person {
  id: string;
  /** `name` may name a subcommand: `'settings key set'`. */
  slash(channelId: string, name: string, options?: Record<string, OptionValue>): Promise<InteractionResult>;
  /** `focused` is the option being typed, `value` what stands there so far, `others` the options filled already. */
  autocomplete(
    channelId: string,
    name: string,
    focused: string,
    value: string,
    others?: Record<string, OptionValue>,
  ): Promise<InteractionResult>;
  /** A command of a message's context menu. */
  menu(channelId: string, name: string, messageId: string): Promise<InteractionResult>;
  /** A command of a user's context menu. */
  userMenu(channelId: string, name: string, targetUserId: string): Promise<InteractionResult>;
  click(messageId: string, customId: string): Promise<InteractionResult>;
  select(messageId: string, customId: string, values: string[]): Promise<InteractionResult>;
  /**
   * Sends what a changed client may send, with whatever it likes as `data`; Discord passes on more than its own client
   * would make.
   */
  forge(
    channelId: string,
    kind: 'command' | 'component' | 'autocomplete' | 'modal',
    data: Record<string, unknown>,
  ): Promise<InteractionResult>;
  submitModal(modal: Modal, fields?: Record<string, FieldValue>): Promise<InteractionResult>;
  /** A click on a component that the message has not got: a button, or with `values` a select. */
  forgeClick(messageId: string, customId: string, values?: string[]): Promise<InteractionResult>;
  /** A modal that was never opened, as if from a component of the message. `texts` by the fields' names. */
  forgeModal(messageId: string, customId: string, texts?: Record<string, string>): Promise<InteractionResult>;
  react(messageId: string, emoji: string): void;
  unreact(messageId: string, emoji: string): void;
  send(channelId: string, content: string, files?: PickedFile[]): Message;
  deleteMessage(messageId: string): void;
  /** Takes an ephemeral message away. */
  dismiss(messageId: string): void;
  /** What this person sees, oldest first. */
  messagesIn(channelId: string): Message[];
}
