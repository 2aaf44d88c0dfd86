import { ClientRefusal } from '../errors.ts';
import { attachmentOf, storeFile } from '../messages/files.ts';
import { wireUserById } from '../messages/view.ts';
import type { Channel } from '../model.ts';
import { OptionType } from '../numbers.ts';
import type { ValueOption } from '../rules/commands.ts';
import { problemOfOption } from '../rules/fields.ts';
import { interactionChannel, wireMember, wireRole } from '../state/channel-view.ts';
import { permissionsIn } from '../state/permissions.ts';
import type { Core } from '../state/state.ts';
import type { FoundCommand } from './find.ts';
import type { OptionValue, PickedFile } from './types.ts';

/** The `resolved` part of a payload: everything that its ids stand for. */
export type Resolved = Partial<
  Record<'users' | 'members' | 'roles' | 'channels' | 'attachments' | 'messages', Record<string, unknown>>
>;

/** Where ids are looked up, and who asks. */
export interface Place {
  core: Core;
  channel: Channel;
  userId: string;
}

type OptionValues = Record<string, OptionValue>;

interface Sent {
  name: string;
  type: OptionType;
  value: string | number | boolean;
  focused?: true;
}

export const isFile = (value: unknown): value is PickedFile =>
  typeof value === 'object' && value !== null && 'bytes' in value;

/** Uploads a file as a person's client does, and names it in `resolved`. */
export const attach = (
  { core, userId }: Place,
  file: PickedFile,
  resolved: Resolved,
  fileTypes: readonly string[] = [],
): string => {
  const limit = core.state.users.get(userId)?.uploadLimitBytes ?? 0;
  if (file.bytes.byteLength > limit)
    throw new ClientRefusal(`${file.filename} is larger than ${limit} bytes`);
  const endings = fileTypes.map((type) => type.toLowerCase().replace(/^\.?/, '.'));
  if (endings.length > 0 && !endings.some((ending) => file.filename.toLowerCase().endsWith(ending)))
    throw new ClientRefusal(`${file.filename} is none of ${fileTypes.join(', ')}`);
  const stored = storeFile(core, { contentType: undefined, ...file }, undefined);
  resolved.attachments = { ...resolved.attachments, [stored.id]: attachmentOf(core, stored) };
  return stored.id;
};

/** Puts a user, and the member that they are here, into `resolved`. */
const resolveUser = ({ core, channel }: Place, id: string, resolved: Resolved): void => {
  if (!core.state.users.has(id)) throw new ClientRefusal(`there is no user ${id}`);
  resolved.users = { ...resolved.users, [id]: wireUserById(core, id) };
  const member = core.state.guilds.get(channel.guildId ?? '')?.members.get(id);
  if (!member) return;
  const { user: _user, deaf: _deaf, mute: _mute, ...fields } = wireMember(core, member);
  const permissions = permissionsIn(core.state, channel, id).toString();
  resolved.members = { ...resolved.members, [id]: { ...fields, permissions } };
};

const resolveRole = ({ core, channel }: Place, id: string, resolved: Resolved): void => {
  const role = core.state.guilds.get(channel.guildId ?? '')?.roles.get(id);
  if (!role) throw new ClientRefusal(`there is no role ${id}`);
  resolved.roles = { ...resolved.roles, [id]: wireRole(role) };
};

const resolveChannel = ({ core, userId }: Place, id: string, resolved: Resolved): void => {
  const channel = core.state.channels.get(id);
  if (!channel) throw new ClientRefusal(`there is no channel ${id}`);
  resolved.channels = { ...resolved.channels, [id]: interactionChannel(core, channel, userId) };
};

/** Puts what the id of a select or option stands for into `resolved`. */
export const resolveEntity = (place: Place, type: OptionType, id: string, resolved: Resolved): void => {
  const isRole = place.core.state.guilds.get(place.channel.guildId ?? '')?.roles.has(id) === true;
  if (type === OptionType.User || (type === OptionType.Mentionable && !isRole))
    resolveUser(place, id, resolved);
  else if (type === OptionType.Channel) resolveChannel(place, id, resolved);
  else resolveRole(place, id, resolved);
};

const EXPECTED: Record<number, 'string' | 'number' | 'boolean'> = {
  [OptionType.Integer]: 'number',
  [OptionType.Number]: 'number',
  [OptionType.Boolean]: 'boolean',
};

const readValue = (place: Place, option: ValueOption, value: OptionValue, resolved: Resolved) => {
  if (option.type === OptionType.Attachment) {
    if (!isFile(value)) throw new ClientRefusal(`${option.name} takes a file`);
    return attach(place, value, resolved, option.file_types);
  }
  if (isFile(value) || typeof value !== (EXPECTED[option.type] ?? 'string'))
    throw new ClientRefusal(`${option.name} takes a ${EXPECTED[option.type] ?? 'string'}`);
  if (option.choices?.length && !option.choices.some((choice) => choice.value === value))
    throw new ClientRefusal(`${String(value)} is no choice of ${option.name}`);
  const isPlain = typeof value === 'number' || option.type === OptionType.String;
  const problem = isPlain && typeof value !== 'boolean' ? problemOfOption(option, value) : undefined;
  if (problem !== undefined) throw new ClientRefusal(`${option.name}: ${problem}`);
  if (!isPlain && typeof value === 'string') resolveEntity(place, option.type, value, resolved);
  return value;
};

const nest = (found: FoundCommand, sent: Sent[]): unknown[] =>
  found.path.reduceRight<unknown[]>((inner, { name, type }) => [{ name, type, options: inner }], sent);

/**
 * The `data` of a chat command as the client sends it.
 * @throws ClientRefusal where the client would not send it
 */
export const commandData = (place: Place, found: FoundCommand, values: OptionValues) => {
  const resolved: Resolved = {};
  const unknown = Object.keys(values).find((name) => !found.options.some((option) => option.name === name));
  if (unknown !== undefined) throw new ClientRefusal(`${found.command.name} has no option ${unknown}`);
  const sent = found.options.flatMap((option): Sent[] => {
    const value = values[option.name];
    if (value !== undefined)
      return [{ name: option.name, type: option.type, value: readValue(place, option, value, resolved) }];
    if (option.required) throw new ClientRefusal(`${found.command.name} needs ${option.name}`);
    return [];
  });
  const withResolved = Object.keys(resolved).length > 0 && { resolved };
  return { ...commandHead(found), ...withOptions(nest(found, sent)), ...withResolved };
};

const commandHead = ({ command: { id, name, type } }: FoundCommand) => ({ id, name, type });

const withOptions = (options: unknown[]) => (options.length > 0 ? { options } : {});

/** The `data` of an autocomplete: nothing is checked yet, and one option is still being typed. */
export const autocompleteData = (found: FoundCommand, name: string, value: string, others: OptionValues) => {
  const option = found.options.find((one) => one.name === name);
  if (!option?.autocomplete) throw new ClientRefusal(`${name} has no suggestions`);
  const filled = found.options.flatMap((one): Sent[] => {
    const other = others[one.name];
    const isLeftOut = other === undefined || isFile(other) || one.name === name;
    return isLeftOut ? [] : [{ name: one.name, type: one.type, value: other }];
  });
  const sent: Sent[] = [...filled, { name, type: option.type, value, focused: true }];
  return { ...commandHead(found), ...withOptions(nest(found, sent)) };
};
