import type { z } from 'zod';
import { ClientRefusal } from '../errors.ts';
import type { UploadedFile } from '../messages/files.ts';
import { type Person, personOf } from '../people/person.ts';
import type { FieldValue, PickedFile } from '../people/types.ts';
import { emitChange, type Core } from '../state/state.ts';
import { known } from '../state/world.ts';
import { bodies, type Action, type FileReference, type ReadBodies } from './bodies.ts';

interface RequestContext {
  core: Core;
  person: Person;
  pick: (reference: FileReference) => PickedFile;
}

const picker = (files: readonly UploadedFile[]) => (reference: FileReference) => {
  const found = files.find((one) => one.index === reference.file);
  if (!found) throw new ClientRefusal(`files[${String(reference.file)}] is missing`);
  const { filename, contentType, bytes } = found;
  return { filename, bytes, ...(contentType !== undefined && { contentType }) };
};

const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

const fieldValue = (
  value: ReadBodies['modal']['fields'][string],
  pick: RequestContext['pick'],
): FieldValue => {
  if (!Array.isArray(value)) return value;
  const files = value.flatMap((one) => (typeof one === 'string' ? [] : [pick(one)]));
  return files.length > 0 ? files : value.filter((one) => typeof one === 'string');
};

const HANDLERS: { [Name in Action]: (context: RequestContext, body: ReadBodies[Name]) => unknown } = {
  slash: ({ person, pick }, { channelId, name, options }) => {
    const values = mapValues(options, (value) => (typeof value === 'object' ? pick(value) : value));
    return person.slash(channelId, name, values);
  },
  autocomplete: ({ person }, { channelId, name, focused, value, others }) =>
    person.autocomplete(channelId, name, focused, value, others),
  menu: ({ person }, { channelId, name, messageId }) => person.menu(channelId, name, messageId),
  click: ({ person }, { messageId, customId }) => person.click(messageId, customId),
  select: ({ person }, { messageId, customId, values }) => person.select(messageId, customId, values),
  modal: ({ core, person, pick }, { interactionId, fields }) => {
    const opened = core.state.interactions.get(interactionId)?.modal;
    if (!opened) throw new ClientRefusal('the modal is not open');
    return person.submitModal(
      opened,
      mapValues(fields, (value) => fieldValue(value, pick)),
    );
  },
  react: ({ person }, { messageId, emoji }) => {
    person.react(messageId, emoji);
  },
  unreact: ({ person }, { messageId, emoji }) => {
    person.unreact(messageId, emoji);
  },
  send: ({ person, pick }, { channelId, content, files }) => person.send(channelId, content, files.map(pick)),
  delete: ({ person }, { messageId }) => {
    person.deleteMessage(messageId);
  },
  language: ({ core, person }, { locale }) => {
    known(core.state.users, person.id, 'user').locale = locale;
    emitChange(core, { kind: 'commands-changed' });
  },
  dismiss: ({ person }, { messageId }) => {
    person.dismiss(messageId);
  },
};

const handle = <Name extends Action>(
  name: Name,
  schema: z.ZodType<ReadBodies[Name]>,
  context: RequestContext,
  body: unknown,
): unknown => HANDLERS[name](context, schema.parse(body));

export const isAction = (name: string): name is Action => Object.hasOwn(bodies, name);

/** Reads what a person's client asks for, and carries it out. */
export const carryOut = (
  core: Core,
  userId: string,
  action: Action,
  body: unknown,
  files: readonly UploadedFile[],
): unknown => {
  const context = { core, person: personOf(core, userId), pick: picker(files) };
  return handle(action, bodies[action], context, body);
};
