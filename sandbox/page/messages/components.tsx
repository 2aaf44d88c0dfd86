import type { ComponentChild } from 'preact';
import type { Component } from '../../discord/model.ts';
import { ComponentType } from '../../discord/numbers.ts';
import { fileAddress } from '../client/files.ts';
import { Markdown, Spoiler } from '../markdown/markdown.tsx';
import { ButtonComponent } from './button.tsx';
import { cssColor } from './embed.tsx';
import { FileCard, Gallery, type Picture, pictureOf } from './gallery.tsx';
import { SelectComponent } from './pick-list.tsx';

const picturesOf = ({ items = [] }: Component): Picture[] =>
  items.map(({ media, description, spoiler }) => pictureOf(media, description, spoiler === true));

const Container = ({ part, messageId }: PartProps) => {
  const inner = <Components components={part.components ?? []} messageId={messageId} />;
  return (
    <div class="container" style={{ borderLeftColor: cssColor(part.accent_color) }}>
      {part.spoiler === true ? <Spoiler>{inner}</Spoiler> : inner}
    </div>
  );
};

const Section = ({ part, messageId }: PartProps) => (
  <div class="section">
    <div>
      <Components components={part.components ?? []} messageId={messageId} />
    </div>
    {part.accessory && <One part={part.accessory} messageId={messageId} />}
  </div>
);

const nameIn = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? 'file');

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
  [ComponentType.Container]: Container,
  [ComponentType.Section]: Section,
  [ComponentType.TextDisplay]: ({ part }) => <TextDisplay text={part.content ?? ''} />,
  [ComponentType.Thumbnail]: ({ part }) => (
    <img class="thumbnail" src={fileAddress(part.media?.url ?? '')} alt={part.description ?? ''} />
  ),
  [ComponentType.MediaGallery]: ({ part }) => <Gallery pictures={picturesOf(part)} />,
  [ComponentType.File]: ({ part: { file } }) => (
    <FileCard name={nameIn(file?.url ?? '')} url={file?.url ?? ''} size={undefined} />
  ),
  [ComponentType.Separator]: ({ part }) => <hr class={part.divider === false ? 'gap' : ''} />,
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

/** The components of a message, in rows or in the layout that Components V2 gives them. */
export const Components = (props: { components: readonly Component[]; messageId: string }) => (
  <>
    {props.components.map((part, index) => (
      <One key={part.custom_id ?? part.id ?? index} part={part} messageId={props.messageId} />
    ))}
  </>
);
