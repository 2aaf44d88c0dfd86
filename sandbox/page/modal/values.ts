import type { Component } from '../../discord/model.ts';
import { ComponentType } from '../../discord/numbers.ts';
import { presetOf, problemOfCount, problemOfText } from '../../discord/rules/fields.ts';
import type { Bodies } from '../../discord/user-side/protocol.ts';

/** What stands in a field of a modal. */
export type FieldValue = string | string[] | File[];

/** A field of a modal with the words around it. */
export interface LabelledField {
  field: Component;
  label: string;
  description: string | undefined;
}

/** What a modal shows, from top to bottom: fields, and texts between them. */
export type ModalPart = ({ kind: 'field' } & LabelledField) | { kind: 'text'; text: string };

const fieldPart = (field: Component, label: string, description?: string | null): ModalPart => ({
  kind: 'field',
  field,
  label,
  description: description ?? undefined,
});

/** Fields stand in labels; in older modals in rows, with labels of their own. */
export const partsOf = (components: readonly Component[]): ModalPart[] =>
  components.flatMap((part): ModalPart[] => {
    if (part.type === ComponentType.TextDisplay) return [{ kind: 'text', text: part.content ?? '' }];
    if (part.component) return [fieldPart(part.component, part.label ?? '', part.description)];
    return (part.components ?? []).map((field) => fieldPart(field, field.label ?? ''));
  });

/** What stands in a field before anybody touches it. */
export const firstValue = (field: Component): FieldValue => {
  if (field.type === ComponentType.TextInput) return field.value ?? '';
  return presetOf(field);
};

/** What keeps a field from being sent. */
export const problemOf = (field: Component, value: FieldValue): string | undefined => {
  if (typeof value === 'string') return problemOfText(field, value);
  return problemOfCount(field, value.length);
};

/** Values as they are sent, with the files that go along. */
export const submission = (values: Readonly<Record<string, FieldValue>>) => {
  const files: File[] = [];
  const fields: Bodies['modal']['fields'] = {};
  for (const [name, value] of Object.entries(values)) {
    if (!Array.isArray(value)) {
      fields[name] = value;
      continue;
    }
    const added = value.filter((one) => one instanceof File);
    const texts = value.filter((one) => typeof one === 'string');
    fields[name] = added.length > 0 ? added.map((_file, index) => ({ file: files.length + index })) : texts;
    files.push(...added);
  }
  return { fields, files };
};
