import { ClientRefusal } from '../errors.ts';
import type { Component } from '../model.ts';
import { ComponentType, OptionType } from '../numbers.ts';
import { presetOf, problemOfCount, problemOfText } from '../rules/fields.ts';
import { modalFields } from '../rules/interactions.ts';
import { attach, isFile, type Place, type Resolved, resolveEntity } from './options.ts';
import type { FieldValue, Modal, PickedFile } from './types.ts';

/** What stands in a field that the person left alone. */
const preset = (field: Component): FieldValue | undefined => {
  const picked = presetOf(field);
  return picked.length > 0 ? picked : field.value;
};

const nameOf = (field: Component): string => field.custom_id ?? `a field of type ${field.type}`;

const refuse = (field: Component, problem: string | undefined): void => {
  if (problem !== undefined) throw new ClientRefusal(`${nameOf(field)}: ${problem}`);
};

const checkChoices = (field: Component, values: readonly string[]): void => {
  const stranger = values.find((value) => !field.options?.some((option) => option.value === value));
  if (field.options && stranger !== undefined)
    throw new ClientRefusal(`${stranger} is no choice of ${nameOf(field)}`);
};

const ENTITY_OPTIONS: Partial<Record<ComponentType, OptionType>> = {
  [ComponentType.UserSelect]: OptionType.User,
  [ComponentType.RoleSelect]: OptionType.Role,
  [ComponentType.MentionableSelect]: OptionType.Mentionable,
  [ComponentType.ChannelSelect]: OptionType.Channel,
};

/** Checks the values of a select, in a message or in a modal, and resolves what they stand for. */
export const readSelect = (place: Place, field: Component, values: readonly string[], resolved: Resolved) => {
  refuse(field, problemOfCount(field, values.length));
  checkChoices(field, values);
  const entity = ENTITY_OPTIONS[field.type];
  if (entity !== undefined) for (const id of values) resolveEntity(place, entity, id, resolved);
  return [...values];
};

const asTexts = (field: Component, value: FieldValue): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one) => (isFile(one) ? [] : [one]));
  throw new ClientRefusal(`${nameOf(field)} takes a list of values`);
};

const asFiles = (value: FieldValue): PickedFile[] => (Array.isArray(value) ? value.filter(isFile) : []);

const readField = (place: Place, field: Component, given: FieldValue | undefined, resolved: Resolved) => {
  const value = given ?? preset(field);
  const head = { type: field.type, id: field.id, custom_id: field.custom_id };
  if (field.type === ComponentType.TextInput) {
    const text = typeof value === 'string' ? value : '';
    refuse(field, problemOfText(field, text));
    return { ...head, value: text };
  }
  if (field.type === ComponentType.FileUpload) {
    const files = asFiles(value ?? []);
    refuse(field, problemOfCount(field, files.length));
    return { ...head, values: files.map((file) => attach(place, file, resolved, field.file_types)) };
  }
  return { ...head, values: readSelect(place, field, asTexts(field, value ?? []), resolved) };
};

/**
 * The `data` of a modal as the client sends it.
 * @throws ClientRefusal where the client would not send it
 */
export const modalData = (place: Place, modal: Modal, fields: Record<string, FieldValue>) => {
  const resolved: Resolved = {};
  const known = modalFields(modal.components).map(nameOf);
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ClientRefusal(`the modal has no field ${unknown}`);
  const read = (field: Component) => readField(place, field, fields[nameOf(field)], resolved);
  const components = modal.components.map(({ type, id, component, components: inRow }) => ({
    type,
    id,
    ...(component && { component: read(component) }),
    ...(inRow && { components: inRow.map(read) }),
  }));
  return { custom_id: modal.customId, components, ...(Object.keys(resolved).length > 0 && { resolved }) };
};
