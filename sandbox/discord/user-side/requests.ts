import { z } from 'zod';
import { ClientRefusal } from '../errors.ts';
import type { UploadedFile } from '../messages/files.ts';
import { personOf } from '../people/person.ts';
import type { FieldValue, Person, PickedFile } from '../people/types.ts';
import type { Core } from '../state/state.ts';
import type {
  AutocompleteRequest,
  ClickRequest,
  FileReference,
  MenuRequest,
  MessageRequest,
  ModalRequest,
  ReactRequest,
  SelectRequest,
  SendRequest,
  SlashRequest,
} from './protocol.ts';

const file = z.strictObject({ file: z.int().min(0) });
const plain = z.union([z.string(), z.number(), z.boolean()]);
const id = z.string();

const slash = z.strictObject({
  channelId: id,
  name: z.string(),
  options: z.record(z.string(), z.union([plain, file])).default({}),
}) satisfies z.ZodType<Required<SlashRequest>>;
const autocomplete = z.strictObject({
  channelId: id,
  name: z.string(),
  focused: z.string(),
  value: z.string(),
  others: z.record(z.string(), plain).default({}),
}) satisfies z.ZodType<Required<AutocompleteRequest>>;
const menu = z.strictObject({
  channelId: id,
  name: z.string(),
  target: z.union([z.strictObject({ messageId: id }), z.strictObject({ userId: id })]),
}) satisfies z.ZodType<Required<MenuRequest>>;
const click = z.strictObject({ messageId: id, customId: z.string() }) satisfies z.ZodType<
  Required<ClickRequest>
>;
const select = z.strictObject({
  messageId: id,
  customId: z.string(),
  values: z.array(z.string()),
}) satisfies z.ZodType<Required<SelectRequest>>;
const modal = z.strictObject({
  interactionId: id,
  fields: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string()), z.array(file)])),
}) satisfies z.ZodType<Required<ModalRequest>>;
const react = z.strictObject({ messageId: id, emoji: z.string() }) satisfies z.ZodType<
  Required<ReactRequest>
>;
const send = z.strictObject({
  channelId: id,
  content: z.string(),
  files: z.array(file).default([]),
}) satisfies z.ZodType<Required<SendRequest>>;
const message = z.strictObject({ messageId: id }) satisfies z.ZodType<Required<MessageRequest>>;

/** One thing that a client asks for, read and carried out. */
type Action = (body: unknown, files: readonly UploadedFile[]) => unknown;

const pickFile = (files: readonly UploadedFile[], { file: index }: FileReference): PickedFile => {
  const found = files.find((one) => one.index === index);
  if (!found) throw new ClientRefusal(`files[${String(index)}] is missing`);
  const { filename, contentType, bytes } = found;
  return { filename, bytes, ...(contentType !== undefined && { contentType }) };
};

const fieldValue = (
  value: z.output<typeof modal>['fields'][string],
  files: readonly UploadedFile[],
): FieldValue => {
  if (!Array.isArray(value)) return value;
  const picked: PickedFile[] = [];
  const texts: string[] = [];
  for (const one of value) {
    if (typeof one === 'string') texts.push(one);
    else picked.push(pickFile(files, one));
  }
  return picked.length > 0 ? picked : texts;
};

const openMenu = (person: Person, { channelId, name, target }: z.output<typeof menu>) => {
  if ('messageId' in target) return person.menu(channelId, name, target.messageId);
  return person.userMenu(channelId, name, target.userId);
};

const submit = (core: Core, person: Person, body: z.output<typeof modal>, files: readonly UploadedFile[]) => {
  const opened = core.state.interactions.get(body.interactionId)?.modal;
  if (!opened) throw new ClientRefusal('the modal is not open');
  const fields = Object.entries(body.fields).map(
    ([name, value]) => [name, fieldValue(value, files)] as const,
  );
  return person.submitModal(opened, Object.fromEntries(fields));
};

/** What a person's client can ask for, by the last part of its address. */
export const actionsOf = (core: Core, userId: string): Record<string, Action> => {
  const person = personOf(core, userId);
  return {
    slash: (body, files) => {
      const { channelId, name, options } = slash.parse(body);
      const values = Object.entries(options).map(
        ([key, value]) => [key, typeof value === 'object' ? pickFile(files, value) : value] as const,
      );
      return person.slash(channelId, name, Object.fromEntries(values));
    },
    autocomplete: (body) => {
      const { channelId, name, focused, value, others } = autocomplete.parse(body);
      return person.autocomplete(channelId, name, focused, value, others);
    },
    menu: (body) => openMenu(person, menu.parse(body)),
    click: (body) => {
      const { messageId, customId } = click.parse(body);
      return person.click(messageId, customId);
    },
    select: (body) => {
      const { messageId, customId, values } = select.parse(body);
      return person.select(messageId, customId, values);
    },
    modal: (body, files) => submit(core, person, modal.parse(body), files),
    react: (body) => {
      const { messageId, emoji } = react.parse(body);
      person.react(messageId, emoji);
    },
    unreact: (body) => {
      const { messageId, emoji } = react.parse(body);
      person.unreact(messageId, emoji);
    },
    ...talkingActions(person),
  };
};

const talkingActions = (person: Person): Record<string, Action> => ({
  send: (body, files) => {
    const { channelId, content, files: sent } = send.parse(body);
    return person.send(
      channelId,
      content,
      sent.map((one) => pickFile(files, one)),
    );
  },
  delete: (body) => {
    person.deleteMessage(message.parse(body).messageId);
  },
  dismiss: (body) => {
    person.dismiss(message.parse(body).messageId);
  },
});
