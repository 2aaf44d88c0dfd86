import type { ComponentChild } from 'preact';
import type { Component } from '../../discord/model.ts';
import { ComponentType } from '../../discord/numbers.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { ButtonComponent } from './button.tsx';
import { SelectComponent } from './pick-list.tsx';

interface PartProps {
  part: Component;
  messageId: string;
}

const DRAWN: Partial<Record<ComponentType, (props: PartProps) => ComponentChild>> = {
  [ComponentType.ActionRow]: ({ part, messageId }) => (
    <div class="action-row">
      <Components components={part.components ?? []} messageId={messageId} />
    </div>
  ),
  [ComponentType.Button]: ({ part, messageId }) => <ButtonComponent button={part} messageId={messageId} />,
};

const One = ({ part, messageId }: PartProps) => {
  const Drawn = DRAWN[part.type];
  return Drawn ? (
    <Drawn part={part} messageId={messageId} />
  ) : (
    <SelectComponent field={part} messageId={messageId} />
  );
};

/** A text between components. */
export const TextDisplay = ({ text }: { text: string }) => (
  <div class="text-display">
    <Markdown text={text} masked />
  </div>
);

/** The components of a message, in rows. */
export const Components = (props: { components: readonly Component[]; messageId: string }) => (
  <>
    {props.components.map((part, index) => (
      <One key={part.custom_id ?? part.id ?? index} part={part} messageId={props.messageId} />
    ))}
  </>
);
