import { z } from 'zod';
import { LOCALES } from '../locales.ts';

const id = z.string();
const plain = z.union([z.string(), z.number(), z.boolean()]);
/** Stands for the file that is sent along as `files[n]`. */
const file = z.strictObject({ file: z.int().min(0) });
const reaction = z.strictObject({ messageId: id, emoji: z.string() });
const message = z.strictObject({ messageId: id });
const component = z.strictObject({ messageId: id, customId: z.string() });
const command = z.strictObject({ channelId: id, name: z.string() });

/** What a person's client may send, by the last part of the address. */
export const bodies = {
  slash: command.extend({ options: z.record(z.string(), z.union([plain, file])).default({}) }),
  autocomplete: command.extend({
    focused: z.string(),
    value: z.string(),
    others: z.record(z.string(), plain).default({}),
  }),
  /** `messageId`: the message that the menu was opened on. */
  menu: command.extend({ messageId: id }),
  click: component,
  select: component.extend({ values: z.array(z.string()) }),
  /** `interactionId` as it came in `InteractionResult.modal`. */
  modal: z.strictObject({
    interactionId: id,
    fields: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string()), z.array(file)])),
  }),
  send: z.strictObject({ channelId: id, content: z.string(), files: z.array(file).default([]) }),
  react: reaction,
  unreact: reaction,
  delete: message,
  dismiss: message,
  /** The language of the person's client. */
  language: z.strictObject({ locale: z.literal(LOCALES) }),
};

export type Action = keyof typeof bodies;
/** The bodies as they are sent. */
export type Bodies = { [Name in Action]: z.input<(typeof bodies)[Name]> };
/** The bodies as they are read. */
export type ReadBodies = { [Name in Action]: z.output<(typeof bodies)[Name]> };
export type FileReference = z.output<typeof file>;
