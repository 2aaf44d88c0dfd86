import type { z } from 'zod';
import { ClientRefusal } from '../errors.ts';
import type { UploadedFile } from '../messages/files.ts';
import { personOf } from '../people/person.ts';
import type { FieldValue, Person, PickedFile } from '../people/types.ts';
import type { Core } from '../state/state.ts';
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

const SCHEMAS: { [Name in Action]: z.ZodType<ReadBodies[Name]> } = bodies;

/** Reads a body before it is handled. */
const handler = <Name extends Action>(
  name: Name,
  handle: (context: RequestContext, body: ReadBodies[Name]) => unknown,
) => {
  const schema = SCHEMAS[name];
  return (context: RequestContext, body: unknown) => handle(context, schema.parse(body));
};

const HANDLERS = {
  slash: handler('slash', ({ person, pick }, { channelId, name, options }) =>
    person.slash(
      channelId,
      name,
      mapValues(options, (value) => (typeof value === 'object' ? pick(value) : value)),
    ),
  ),
  autocomplete: handler('autocomplete', ({ person }, { channelId, name, focused, value, others }) =>
    person.autocomplete(channelId, name, focused, value, others),
  ),
  menu: handler('menu', ({ person }, { channelId, name, target }) =>
    'messageId' in target
      ? person.menu(channelId, name, target.messageId)
      : person.userMenu(channelId, name, target.userId),
  ),
  click: handler('click', ({ person }, { messageId, customId }) => person.click(messageId, customId)),
  select: handler('select', ({ person }, { messageId, customId, values }) =>
    person.select(messageId, customId, values),
  ),
  modal: handler('modal', ({ core, person, pick }, { interactionId, fields }) => {
    const opened = core.state.interactions.get(interactionId)?.modal;
    if (!opened) throw new ClientRefusal('the modal is not open');
    return person.submitModal(
      opened,
      mapValues(fields, (value) => fieldValue(value, pick)),
    );
  }),
  react: handler('react', ({ person }, { messageId, emoji }) => {
    person.react(messageId, emoji);
  }),
  unreact: handler('unreact', ({ person }, { messageId, emoji }) => {
    person.unreact(messageId, emoji);
  }),
  send: handler('send', ({ person, pick }, { channelId, content, files }) =>
    person.send(channelId, content, files.map(pick)),
  ),
  delete: handler('delete', ({ person }, { messageId }) => {
    person.deleteMessage(messageId);
  }),
  dismiss: handler('dismiss', ({ person }, { messageId }) => {
    person.dismiss(messageId);
  }),
};

export const isAction = (name: string): name is Action => Object.hasOwn(bodies, name);

/** Reads what a person's client asks for, and carries it out. */
export const carryOut = (
  core: Core,
  userId: string,
  action: Action,
  body: unknown,
  files: readonly UploadedFile[],
): unknown => HANDLERS[action]({ core, person: personOf(core, userId), pick: picker(files) }, body);
