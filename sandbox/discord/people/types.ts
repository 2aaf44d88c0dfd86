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
  /** True: the bot deferred its answer (type 5 or 6). */
  deferred: boolean;
  /** The callback type of the answer. */
  type?: number;
  /** The message of the answer: new, loading, or the component's own. */
  message?: Message;
  modal?: Modal;
  choices?: Choice[];
}
