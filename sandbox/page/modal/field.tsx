import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';
import type { Component } from '../../discord/model.ts';
import { ComponentType, TextInputStyle } from '../../discord/numbers.ts';
import { isRequired, maxValuesOf } from '../../discord/rules/fields.ts';
import { shownChannel } from '../client/client-state.ts';
import { useClientState, useSnapshot } from '../client/client.ts';
import { DropField, PickedFile } from '../composer/file-field.tsx';
import { choicesOf } from '../messages/choices.ts';
import { PickList } from '../messages/pick-list.tsx';
import type { FieldValue, LabelledField } from './values.ts';
import { say } from '../language/language.ts';

interface FieldProps {
  field: Component;
  id: string;
  label: string;
  describedBy: string;
  value: FieldValue;
  isWrong: boolean;
  onValue: (value: FieldValue) => void;
}

const asTexts = (value: FieldValue): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const asFiles = (value: FieldValue): File[] =>
  Array.isArray(value) ? value.filter((one) => one instanceof File) : [];

const TextInput = ({ field, id, describedBy, value, isWrong, onValue }: FieldProps) => {
  const text = typeof value === 'string' ? value : '';
  const most = field.max_length ?? 4000;
  const shared = {
    id,
    value: text,
    placeholder: field.placeholder ?? '',
    maxLength: most,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong,
    'aria-required': isRequired(field),
    autoComplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      onValue(currentTarget.value);
    },
  };
  if (field.style !== TextInputStyle.Paragraph) return <input {...shared} type="text" />;
  return (
    <>
      <textarea {...shared} rows={4} />
      <span class="count" aria-hidden="true">
        {most - text.length}
      </span>
    </>
  );
};

const Select = ({ field, label, value, onValue }: FieldProps) => {
  const snapshot = useSnapshot();
  const channel = shownChannel(useClientState());
  if (!channel) return null;
  return (
    <PickList
      label={label}
      placeholder={field.placeholder ?? say('Make a selection')}
      choices={choicesOf(field, snapshot, channel)}
      picked={asTexts(value)}
      maximum={maxValuesOf(field)}
      onPick={onValue}
    />
  );
};

const FileUpload = ({ field, label, value, onValue }: FieldProps) => {
  const files = asFiles(value);
  return (
    <>
      {files.map((file) => (
        <PickedFile
          key={`${file.name} ${file.lastModified}`}
          file={file}
          onRemove={() => onValue(files.filter((one) => one !== file))}
        />
      ))}
      {files.length < maxValuesOf(field) && (
        <DropField
          label={label}
          multiple={maxValuesOf(field) > 1}
          accept={field.file_types}
          onFiles={(added) => onValue([...files, ...added].slice(0, maxValuesOf(field)))}
        />
      )}
    </>
  );
};

const CONTROLS: Partial<Record<ComponentType, (props: FieldProps) => ComponentChild>> = {
  [ComponentType.TextInput]: TextInput,
  [ComponentType.FileUpload]: FileUpload,
};

interface ModalFieldProps extends LabelledField {
  value: FieldValue;
  problem: string | undefined;
  onValue: (value: FieldValue) => void;
}

/** One field of a modal, with its label, and what is wrong with it. */
export const ModalField = ({ field, label, description, value, problem, onValue }: ModalFieldProps) => {
  const id = useId();
  const Control = CONTROLS[field.type] ?? Select;
  const isText = field.type === ComponentType.TextInput;
  const title = (
    <>
      {label}
      {isRequired(field) && (
        <span class="required" aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  return (
    <div class="field">
      {isText ? (
        <label class="field-label" for={id}>
          {title}
        </label>
      ) : (
        <span class="field-label">{title}</span>
      )}
      <div id={`${id}-about`}>
        {description !== undefined && <div class="field-description">{description}</div>}
        {problem !== undefined && <div class="problem">{problem}</div>}
      </div>
      <Control
        field={field}
        id={id}
        label={label}
        describedBy={`${id}-about`}
        value={value}
        isWrong={problem !== undefined}
        onValue={onValue}
      />
    </div>
  );
};
